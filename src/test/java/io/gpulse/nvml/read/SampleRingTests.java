package io.gpulse.nvml.read;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpulse.device.Readings;
import io.gpulse.metric.Cadence;
import io.gpulse.metric.Metric;
import io.gpulse.metric.Reading;
import io.gpulse.metric.Reason;
import java.util.EnumSet;
import org.junit.jupiter.api.Test;

/** The samples of the driver between two rounds. */
class SampleRingTests {

    private static final int POWER = 0;
    private static final int UTILIZATION = 1;

    private final ScriptedCalls driver = new ScriptedCalls();
    private final DeviceReader reader = this.driver.reader();

    @Test
    void aSwingingJobIsVisible() {
        this.driver.samples(UTILIZATION, 1000, 50);
        read();
        this.driver
                .samples(UTILIZATION, 1100, 0)
                .samples(UTILIZATION, 1200, 100)
                .samples(UTILIZATION, 1300, 40);

        Readings readings = read();

        assertThat(readings.number(Metric.UTILIZATION_GPU_MIN)).hasValue(0);
        assertThat(readings.number(Metric.UTILIZATION_GPU_MAX)).hasValue(100);
    }

    @Test
    void samplesBeforeTheFirstRoundAreNotUsed() {
        this.driver.samples(UTILIZATION, 1000, 50);

        assertThat(read().of(Metric.UTILIZATION_GPU_MAX)).contains(Reading.absent(Reason.NO_DATA));
    }

    @Test
    void knownSamplesAreNotReportedAgain() {
        this.driver.samples(UTILIZATION, 1000, 50).repeatsOldSamples();
        read();
        this.driver.samples(UTILIZATION, 1100, 90);
        assertThat(read().number(Metric.UTILIZATION_GPU_MIN)).hasValue(90);
        this.driver.samples(UTILIZATION, 1200, 20);

        assertThat(read().number(Metric.UTILIZATION_GPU_MAX)).hasValue(20);
    }

    @Test
    void aRoundWithoutANewSampleHasNone() {
        this.driver.samples(UTILIZATION, 1000, 50);
        read();
        this.driver.samples(UTILIZATION, 1100, 90);
        read();

        assertThat(read().of(Metric.UTILIZATION_GPU_MAX)).contains(Reading.absent(Reason.NO_DATA));
    }

    @Test
    void sharesAboveAllAreInvalid() {
        this.driver.samples(UTILIZATION, 1000, 50);
        read();
        this.driver.samples(UTILIZATION, 1100, 30).samples(UTILIZATION, 1101, 4_194_304);

        assertThat(read().number(Metric.UTILIZATION_GPU_MAX)).hasValue(30);
    }

    @Test
    void powerIsInWatts() {
        this.driver.samples(POWER, 1000, 50);
        read();
        this.driver.samples(POWER, 1100, 98_500).samples(POWER, 1200, 701_250);

        Readings readings = read();

        assertThat(readings.number(Metric.POWER_DRAW_MIN)).hasValue(98.5);
        assertThat(readings.number(Metric.POWER_DRAW_MAX)).hasValue(701.25);
    }

    @Test
    void moreSamplesThanExpectedGetMoreRoom() {
        this.driver.samples(UTILIZATION, 1000, 50);
        read();
        for (int sample = 1; sample <= 2000; sample++) {
            this.driver.samples(UTILIZATION, 1000 + sample, sample % 90);
        }

        assertThat(read().number(Metric.UTILIZATION_GPU_MAX)).hasValue(89);
    }

    @Test
    void aBoardWithoutSamplesIsNotReadAgain() {
        read();
        read();

        assertThat(read().of(Metric.POWER_DRAW_MAX)).contains(Reading.absent(Reason.NOT_SUPPORTED));
        assertThat(this.driver.times("nvmlDeviceGetSamples")).isEqualTo(2);
    }

    private Readings read() {
        return this.reader.read(EnumSet.of(Cadence.FAST)).readings();
    }
}
