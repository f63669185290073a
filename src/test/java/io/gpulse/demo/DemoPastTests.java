package io.gpulse.demo;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;
import static org.assertj.core.api.Assertions.within;

import io.gpulse.device.Gpu;
import io.gpulse.device.GpuReadings;
import io.gpulse.device.MigSample;
import io.gpulse.device.ProcessSample;
import io.gpulse.device.Readings;
import io.gpulse.metric.Cadence;
import io.gpulse.metric.Metric;
import io.gpulse.nvml.session.NvmlSource;
import io.gpulse.testing.SettableClock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.EnumSet;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class DemoPastTests {

    private static final Instant NOON = Instant.parse("2026-09-14T12:00:00.250Z");
    private static final Duration MINUTE = Duration.ofMinutes(1);

    private final DemoPast past = new DemoPast(Duration.ofHours(24), NOON, ZoneOffset.UTC);
    private final Day day = new Day(NOON, ZoneOffset.UTC);
    private final DemoPast split = new DemoPast(Duration.ofHours(24), this.day, DemoNvml.boards(8, true));

    @ParameterizedTest
    @CsvSource({"0, 0", "3, 0", "4, 0", "6, 0", "7, 0", "7, 100", "4, 20", "0, 700", "7, 47"})
    void aSampleHasTheValuesThatARoundReads(int index, int minutesBefore) throws Exception {
        SettableClock clock = new SettableClock(NOON.minus(MINUTE.multipliedBy(minutesBefore)));
        NvmlSource source = NvmlSource.simulated(
                new DemoNvml(clock, new Day(NOON, ZoneOffset.UTC), 8),
                () -> clock.instant().toEpochMilli() * 1_000_000);
        Gpu gpu = source.open().attach(index);
        gpu.read(EnumSet.allOf(Cadence.class));
        clock.advance(Duration.ofSeconds(1));
        Readings read = gpu.read(EnumSet.allOf(Cadence.class)).readings();

        double[] sample = this.past.sample(index, clock.instant());

        for (int i = 0; i < sample.length; i++) {
            Metric metric = this.past.metrics().get(i);
            double expected = read.number(metric).orElseThrow();
            assertThat(sample[i]).as(metric.key()).isCloseTo(expected, within(Math.abs(expected) * 1e-6 + 1e-9));
        }
    }

    @Test
    void theMeansOfAMinuteAreThoseOfItsSamples() {
        List<Metric> metrics = this.past.metrics();
        double[] means = this.past.means(0, NOON, MINUTE);
        double[] sums = new double[means.length];
        for (int second = 0; second < 60; second++) {
            double[] sample = this.past.sample(0, NOON.minusSeconds(second));
            for (int i = 0; i < sums.length; i++) {
                sums[i] += sample[i] / 60;
            }
        }

        for (Metric metric : List.of(Metric.ACTIVITY_SM, Metric.POWER_DRAW, Metric.PCIE_RX, Metric.NVLINK_TX)) {
            int place = metrics.indexOf(metric);
            assertThat(means[place]).as(metric.key()).isCloseTo(sums[place], within(sums[place] * 0.01));
        }
        assertThat(means[metrics.indexOf(Metric.MEMORY_USED)]).isNaN();
    }

    @Test
    void itsProcessesAreThoseOfTheDriver() {
        assertThat(this.past.processes(4, NOON))
                .extracting(ProcessSample::pid)
                .containsExactlyElementsOf(new Day(NOON, ZoneOffset.UTC)
                        .on(new Board(4), NOON).stream().map(Job.Running::pid).toList());
        assertThat(this.past.processes(4, NOON))
                .extracting((process) ->
                        process.readings().word(Metric.PROCESS_USER).orElseThrow())
                .containsExactly("jlopez", "tbauer");
        assertThat(this.past.processes(4, NOON))
                .extracting(ProcessSample::program)
                .containsExactly("ipykernel", "notebook.py");
    }

    @Test
    void instancesHaveTheValuesOfTheDriver() throws Exception {
        Instant now = NOON.plusSeconds(1);
        GpuReadings read = readSplit(now);

        List<MigSample> instances = this.split.instances(8, now, Duration.ofSeconds(1));

        assertThat(instances)
                .extracting(MigSample::place, MigSample::uuid, MigSample::profile)
                .containsExactlyElementsOf(read.mig().stream()
                        .map((one) -> tuple(one.place(), one.uuid(), one.profile()))
                        .toList());
        for (int i = 0; i < instances.size(); i++) {
            Readings driver = read.mig().get(i).readings();
            instances
                    .get(i)
                    .readings()
                    .forEach((metric, reading) -> assertThat(reading.numberOr(Double.NaN))
                            .as(metric.key())
                            .isCloseTo(driver.number(metric).orElseThrow(), within(0.011)));
        }
    }

    @Test
    void aSplitGpuLacksWhatTheDriverDoesNotReportOfIt() throws Exception {
        Instant now = NOON.plusSeconds(1);
        GpuReadings read = readSplit(now);

        double[] whole = this.split.sample(8, now);

        for (int i = 0; i < whole.length; i++) {
            Metric metric = this.split.metrics().get(i);
            assertThat(Double.isNaN(whole[i]))
                    .as(metric.key())
                    .isEqualTo(read.own().number(metric).isEmpty());
        }
        assertThat(this.split.processes(8, now))
                .extracting(ProcessSample::pid, ProcessSample::instance)
                .containsExactlyInAnyOrderElementsOf(read.processes().stream()
                        .map((process) -> tuple(process.pid(), process.instance()))
                        .toList());
    }

    /** Reads the split GPU twice, a second apart. */
    private GpuReadings readSplit(Instant now) throws Exception {
        SettableClock clock = new SettableClock(now.minusSeconds(1));
        Gpu gpu = NvmlSource.simulated(
                        DemoNvml.withSplitGpu(clock, this.day),
                        () -> clock.instant().toEpochMilli() * 1_000_000)
                .open()
                .attach(8);
        gpu.read(EnumSet.allOf(Cadence.class));
        clock.advance(Duration.ofSeconds(1));
        return gpu.read(EnumSet.allOf(Cadence.class)).known();
    }
}
