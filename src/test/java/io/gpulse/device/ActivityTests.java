package io.gpulse.device;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpulse.metric.Metric;
import io.gpulse.metric.Reading;
import io.gpulse.metric.Reason;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ActivityTests {

    @ParameterizedTest
    @CsvSource({"88, 3, 50, 88", "0, 7, 50, 7", ", 7, 50, 7", "88, , 50, 88", ", , 50, 50"})
    void theUtilizationIsTheGreaterOfMaximumAndMeanElseTheActivityOfTheSms(
            @Nullable Double max, @Nullable Double mean, double sm, double expected) {
        assertThat(Activity.utilization(readings(max, mean, sm))).hasValue(expected);
    }

    @Test
    void theUtilizationOfAGpuWithoutReadingsIsUnknown() {
        assertThat(Activity.utilization(readings(null, null, null))).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({"30, 0, 30", "0, 0, 0", "30, , 30", "0, , ", ", , "})
    void theUtilizationOfASplitGpuIsThatOfItsBusiestInstance(
            @Nullable Double one, @Nullable Double other, @Nullable Double expected) {
        OptionalDouble utilization = Activity.utilization(split(readings(null, null, null), one, other));

        assertThat(utilization).isEqualTo(expected == null ? OptionalDouble.empty() : OptionalDouble.of(expected));
    }

    @Test
    void theUtilizationThatTheDriverReportsOfASplitGpuComesFirst() {
        assertThat(Activity.utilization(split(readings(88.0, null, null), 30.0, 0.0)))
                .hasValue(88);
    }

    @Test
    void aGpuIsBusyAboveOnePercent() {
        assertThat(Activity.isBusy(1)).isFalse();
        assertThat(Activity.isBusy(1.1)).isTrue();
    }

    private static GpuReadings split(Readings own, @Nullable Double one, @Nullable Double other) {
        return GpuReadings.of(own).withInstances(List.of(instance(1, one), instance(2, other)));
    }

    private static MigSample instance(int id, @Nullable Double activity) {
        Readings readings = Readings.of(Map.of(Metric.MIG_ACTIVITY_GRAPHICS, reading(activity)));
        return new MigSample(new MigSample.Place(id, 0), "MIG-" + id, "1g.10gb", 1, readings);
    }

    private static Readings readings(@Nullable Double max, @Nullable Double mean, @Nullable Double sm) {
        Map<Metric, Reading> readings = new EnumMap<>(Metric.class);
        readings.put(Metric.UTILIZATION_GPU_MAX, reading(max));
        readings.put(Metric.UTILIZATION_GPU, reading(mean));
        readings.put(Metric.ACTIVITY_SM, reading(sm));
        return Readings.of(readings);
    }

    private static Reading reading(@Nullable Double percent) {
        return percent == null ? Reading.absent(Reason.NOT_SUPPORTED) : new Reading.Quantity(percent);
    }
}
