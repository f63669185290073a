package io.gpulse.demo;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import io.gpulse.device.Gpu;
import io.gpulse.device.GpuReadings;
import io.gpulse.device.MigSample;
import io.gpulse.device.MigSample.Place;
import io.gpulse.device.ProcessSample;
import io.gpulse.metric.Cadence;
import io.gpulse.metric.Metric;
import io.gpulse.metric.Reason;
import io.gpulse.nvml.session.NvmlSource;
import io.gpulse.testing.SettableClock;
import java.time.Duration;
import java.time.Instant;
import java.util.EnumSet;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The split GPU of the demo, through the reader of real drivers. */
class SplitBoardTests {

    private static final Set<Cadence> ALL = EnumSet.allOf(Cadence.class);

    private final SettableClock clock = new SettableClock(Instant.parse("2026-09-14T12:00:00Z"));
    private GpuReadings split;

    @BeforeEach
    void readTwice() throws Exception {
        Gpu gpu = NvmlSource.simulated(
                        DemoNvml.withSplitGpu(this.clock, Day.startingAt(this.clock.instant(), DemoNvml.USUAL)),
                        () -> this.clock.instant().toEpochMilli() * 1_000_000)
                .open()
                .attach(DemoNvml.USUAL);
        gpu.read(ALL);
        this.clock.advance(Duration.ofSeconds(10));
        this.split = gpu.read(ALL).known();
    }

    @Test
    void instancesShareTheGpuAndUseItDifferently() {
        assertThat(this.split.mig())
                .extracting(
                        MigSample::place,
                        MigSample::profile,
                        (instance) -> instance.readings()
                                        .number(Metric.MIG_ACTIVITY_SM)
                                        .orElseThrow()
                                > 1)
                .containsExactly(
                        tuple(new Place(2, 0), "3g.40gb", true),
                        tuple(new Place(3, 0), "2g.20gb", true),
                        tuple(new Place(9, 0), "1g.10gb", false));
        assertThat(this.split.own().absence(Metric.UTILIZATION_GPU)).hasValue(Reason.MIG_ENABLED);
    }

    @Test
    void memoryOfTheGpuIsThatOfItsInstances() {
        double used = this.split.mig().stream()
                .mapToDouble((instance) ->
                        instance.readings().number(Metric.MIG_MEMORY_USED).orElseThrow())
                .sum();

        assertThat(this.split.own().number(Metric.MEMORY_USED).orElseThrow() / used)
                .isBetween(0.999, 1.001);
    }

    @Test
    void everyInstanceHasOneProcess() {
        assertThat(this.split.processes())
                .extracting(ProcessSample::instance)
                .containsExactlyInAnyOrder(new Place(2, 0), new Place(3, 0), new Place(9, 0));
        assertThat(this.split.mig())
                .allMatch((instance) ->
                        instance.readings().number(Metric.MIG_PROCESSES).orElseThrow() == 1);
    }
}
