package io.gpulse.nvml.read;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpulse.metric.Cadence;
import io.gpulse.metric.Metric;
import io.gpulse.metric.Reading;
import io.gpulse.metric.Reason;
import io.gpulse.nvml.library.NvmlReturn;
import java.time.Duration;
import java.util.EnumSet;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class PerformanceMonitorTests {

    private static final String SAMPLE = "nvmlGpmSampleGet";

    private final ScriptedCalls driver = new ScriptedCalls();
    private final DeviceReader reader = this.driver.reader();

    @Test
    void figuresComeWithTheSecondSampleRoundedToTwoDecimals() {
        monitor().answers("nvmlGpmMetricsGet[2]", 53.456789);
        assertThat(activity()).contains(Reading.absent(Reason.NO_DATA));
        this.driver.passes(Duration.ofSeconds(1));

        assertThat(activity()).contains(new Reading.Quantity(53.46));
    }

    @Test
    void oneCallReadsAllMetrics() {
        monitor().answers("nvmlGpmMetricsGet[2]", 1.0).answers("nvmlGpmMetricsGet[5]", 2.0);
        activity();
        this.driver.passes(Duration.ofSeconds(1));
        activity();

        assertThat(this.driver.times("nvmlGpmMetricsGet")).isEqualTo(1);
        assertThat(this.driver.times(SAMPLE)).isEqualTo(2);
        assertThat(this.driver.times("nvmlGpmQueryDeviceSupport")).isEqualTo(1);
    }

    @Test
    void samplesAreNotTakenCloserThanTheDriverWants() {
        monitor().answers("nvmlGpmMetricsGet[2]", 40.0);
        activity();
        this.driver.passes(Duration.ofMillis(200));
        activity();
        this.driver.answers("nvmlGpmMetricsGet[2]", 90.0).passes(Duration.ofMillis(100));

        assertThat(activity()).contains(new Reading.Quantity(40.0));
        assertThat(this.driver.times(SAMPLE)).isEqualTo(2);

        this.driver.passes(Duration.ofMillis(100));
        assertThat(activity()).contains(new Reading.Quantity(90.0));
        assertThat(this.driver.times(SAMPLE)).isEqualTo(3);
    }

    @Test
    void theNewerSampleOfOneWindowIsTheOlderOfTheNext() {
        monitor().answers("nvmlGpmMetricsGet[2]", 1.0);
        for (int round = 0; round < 4; round++) {
            activity();
            this.driver.passes(Duration.ofSeconds(1));
        }

        assertThat(this.driver.windows).containsExactly("78-77", "77-78", "78-77");
    }

    @Test
    void aBoardWithoutAMonitorIsQueriedOnce() {
        this.driver.answers("nvmlGpmQueryDeviceSupport.isSupportedDevice", 0);
        activity();

        assertThat(activity()).contains(Reading.absent(Reason.NOT_SUPPORTED));
        assertThat(this.driver.times("nvmlGpmQueryDeviceSupport")).isEqualTo(1);
        assertThat(this.driver.times(SAMPLE)).isZero();
    }

    @Test
    void aDriverThatRefusesNewerMetricsReportsTheOthers() {
        monitor().answers("nvmlGpmMetricsGet[2]", 40.0).refusesMetric(8).refusesMetric(100);
        activity();
        this.driver.passes(Duration.ofSeconds(1));

        assertThat(activity()).contains(new Reading.Quantity(40.0));
        assertThat(of(Metric.ACTIVITY_TENSOR_DMMA)).contains(Reading.absent(Reason.DRIVER_TOO_OLD));
        assertThat(this.driver.times("nvmlGpmMetricsGet")).isEqualTo(2);

        this.driver.passes(Duration.ofSeconds(1));
        assertThat(activity()).contains(new Reading.Quantity(40.0));
        assertThat(this.driver.times("nvmlGpmMetricsGet")).isEqualTo(3);
    }

    @Test
    void anOldDriverIsReported() {
        this.driver.refuses("nvmlGpmQueryDeviceSupport", NvmlReturn.FUNCTION_NOT_FOUND);

        assertThat(activity()).contains(Reading.absent(Reason.DRIVER_TOO_OLD));
    }

    @Test
    void countersThatNeedRightsAreReported() {
        monitor().refuses(SAMPLE, NvmlReturn.NO_PERMISSION);

        assertThat(activity()).contains(Reading.absent(Reason.NO_PERMISSION));
        assertThat(Metric.ACTIVITY_SM.spec().remedy(Reason.NOT_SUPPORTED)).contains("Hopper");
    }

    @Test
    void onlyTheMetricThatABoardLacksIsAbsent() {
        monitor().answers("nvmlGpmMetricsGet[2]", 12.0);
        activity();
        this.driver.passes(Duration.ofSeconds(1));

        var readings = this.reader.read(EnumSet.of(Cadence.FAST)).readings();

        assertThat(readings.of(Metric.ACTIVITY_FP64)).contains(Reading.absent(Reason.NOT_SUPPORTED));
        assertThat(readings.number(Metric.ACTIVITY_SM)).hasValue(12);
    }

    private ScriptedCalls monitor() {
        return this.driver
                .answers("nvmlGpmQueryDeviceSupport.isSupportedDevice", 1)
                .countsUp("nvmlGpmSampleAlloc", 77)
                .succeeds(SAMPLE);
    }

    private Optional<Reading> activity() {
        return of(Metric.ACTIVITY_SM);
    }

    private Optional<Reading> of(Metric metric) {
        return this.reader.read(EnumSet.of(Cadence.FAST)).readings().of(metric);
    }
}
