package io.gpulse.history.accounting;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpulse.device.Condition;
import io.gpulse.device.GpuReadings;
import io.gpulse.device.GpuSample;
import io.gpulse.device.GpuState;
import io.gpulse.device.MigSample;
import io.gpulse.device.Readings;
import io.gpulse.metric.Metric;
import io.gpulse.metric.Reading;
import io.gpulse.metric.Reason;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** The occupancy of a GPU that is split into MIG instances: the driver reports no utilization of it. */
class OccupancyTests {

    private static final Condition FINE = new Condition(GpuState.OK, Instant.EPOCH, null);
    private static final double CONTEXT = 500.0 * 1024 * 1024;
    private static final double RESERVED = 10.0 * 1024 * 1024;

    @ParameterizedTest
    @CsvSource({
        "60, 2, ACTIVE",
        "0, 2, HELD_IDLE",
        "0, 0, FREE",
        "0, , HELD_IDLE",
    })
    void aSplitGpuIsAsActiveAsItsInstances(double activity, @Nullable Double processes, Occupancy expected) {
        assertThat(Occupancy.of(split(activity, processes, CONTEXT))).isEqualTo(expected);
    }

    @ParameterizedTest
    @CsvSource({"2, 5e8, UNKNOWN", ", 1e7, FREE", ", , UNKNOWN", "1, , UNKNOWN"})
    void ofInstancesWithoutActivityOnlyUnusedOnesAreKnownToBeFree(
            @Nullable Double processes, @Nullable Double used, Occupancy expected) {
        assertThat(Occupancy.of(split(null, processes, used))).isEqualTo(expected);
    }

    @ParameterizedTest
    @CsvSource({"0, 1e7, FREE", "0, , UNKNOWN"})
    void instancesWithoutKnownProcessesAreFreeWhenTheirMemoryIsUnused(
            double activity, @Nullable Double used, Occupancy expected) {
        assertThat(Occupancy.of(split(activity, null, used))).isEqualTo(expected);
    }

    @ParameterizedTest
    @EnumSource(names = {"FREE", "UNKNOWN"})
    void aGpuInMigModeWithoutInstancesIsFreeWhenItsMemoryIsUnused(Occupancy expected) {
        Reading used = expected == Occupancy.FREE ? new Reading.Quantity(RESERVED) : reading(null);
        Readings own = Readings.of(Map.of(
                Metric.MIG_MODE_CURRENT,
                new Reading.State(1, "Enabled"),
                Metric.UTILIZATION_GPU,
                Reading.absent(Reason.MIG_ENABLED),
                Metric.MEMORY_USED,
                used));

        assertThat(Occupancy.of(sample(GpuReadings.of(own)))).isEqualTo(expected);
    }

    private static GpuSample split(@Nullable Double activity, @Nullable Double processes, @Nullable Double used) {
        Readings own = Readings.of(Map.of(
                Metric.UTILIZATION_GPU,
                Reading.absent(Reason.MIG_ENABLED),
                Metric.PROCESSES_RUNNING,
                reading(processes)));
        Readings ofInstance = Readings.of(
                Map.of(Metric.MIG_ACTIVITY_GRAPHICS, reading(activity), Metric.MIG_MEMORY_USED, reading(used)));
        MigSample instance = new MigSample(new MigSample.Place(1, 0), "MIG-1", "1g.10gb", 1, ofInstance);
        return sample(GpuReadings.of(own).withInstances(List.of(instance)));
    }

    private static GpuSample sample(GpuReadings readings) {
        return new GpuSample(0, null, FINE, null, null, readings.own()).with(readings);
    }

    private static Reading reading(@Nullable Double value) {
        return value == null ? Reading.absent(Reason.NOT_SUPPORTED) : new Reading.Quantity(value);
    }
}
