package io.gpulse.history.accounting;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.gpulse.device.GpuReadings;
import io.gpulse.device.GpuSample;
import io.gpulse.device.MigSample;
import io.gpulse.device.MigSample.Place;
import io.gpulse.device.ProcessSample;
import io.gpulse.device.Readings;
import io.gpulse.device.Snapshot;
import io.gpulse.metric.Metric;
import io.gpulse.metric.Reading;
import io.gpulse.metric.Reason;
import io.gpulse.testing.Snapshots;
import java.time.Duration;
import java.time.Instant;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The use of a GPU that is split into MIG instances by its processes. */
class SplitGpuAccountingTests {

    private static final Instant START = Instant.parse("2026-11-20T10:00:00Z");
    private static final int NOTEBOOK = 7;
    private static final int TRAINING = 8;
    private static final Place ITS_OWN = new Place(1, 0);
    private static final Place OF_NEIGHBOUR = new Place(2, 0);

    private final Accounting accounting = new Accounting();
    private int second;

    @Test
    void theOnlyProcessOnTheGpuHasAllOfTheEnergy() {
        List<ProcessSample> one = List.of(process(NOTEBOOK, ITS_OWN));
        Reading count = new Reading.Quantity(1);
        List<MigSample> instances = List.of(instance(ITS_OWN, 50.0));

        round(gpu(0, count, instances, one));
        round(gpu(400, count, instances, one));

        assertThat(use(NOTEBOOK).joules()).isEqualTo(400);
        assertThat(use(NOTEBOOK).exclusiveSeconds()).isCloseTo(1, within(1e-6));
    }

    /** In a container with one instance the driver refuses the lists of the GPU: other tenants may use it. */
    @Test
    void aProcessHasNoEnergyWhereOthersMayBeOnTheGpu() {
        List<ProcessSample> one = List.of(process(NOTEBOOK, ITS_OWN));
        Reading count = Reading.absent(Reason.NO_PERMISSION);
        List<MigSample> instances = List.of(instance(ITS_OWN, 50.0));

        round(gpu(0, count, instances, one));
        round(gpu(400, count, instances, one));

        assertThat(use(NOTEBOOK)).satisfies((use) -> {
            assertThat(use.seconds()).isCloseTo(1, within(1e-6));
            assertThat(use.joules()).isZero();
            assertThat(use.exclusiveSeconds()).isZero();
            assertThat(use.sharedSeconds()).isCloseTo(1, within(1e-6));
        });
    }

    @ParameterizedTest
    @CsvSource({"0, 0, 1", "60, 1, 0", ", 0, 0"})
    void aProcessIsAsActiveAsItsInstance(@Nullable Double activity, double active, double held) {
        List<MigSample> instances = List.of(instance(ITS_OWN, activity), instance(OF_NEIGHBOUR, 90.0));
        List<ProcessSample> two = List.of(process(NOTEBOOK, ITS_OWN), process(TRAINING, OF_NEIGHBOUR));

        round(gpu(0, new Reading.Quantity(2), instances, two));
        round(gpu(400, new Reading.Quantity(2), instances, two));

        assertThat(use(NOTEBOOK).activeSeconds()).isCloseTo(active, within(1e-6));
        assertThat(use(NOTEBOOK).heldIdleSeconds()).isCloseTo(held, within(1e-6));
        assertThat(use(TRAINING).activeSeconds()).isCloseTo(1, within(1e-6));
    }

    @Test
    void aProcessWithoutAnInstanceIsNotActiveBecauseTheGpuIs() {
        List<MigSample> instances = List.of(instance(ITS_OWN, 90.0));
        List<ProcessSample> one = List.of(process(NOTEBOOK, null));

        round(gpu(0, new Reading.Quantity(1), instances, one));
        round(gpu(400, new Reading.Quantity(1), instances, one));

        assertThat(use(NOTEBOOK).seconds()).isCloseTo(1, within(1e-6));
        assertThat(use(NOTEBOOK).activeSeconds()).isZero();
        assertThat(use(NOTEBOOK).heldIdleSeconds()).isZero();
    }

    private void round(GpuSample gpu) {
        this.second++;
        Instant takenAt = START.plusSeconds(this.second);
        Duration every = Duration.ofSeconds(1);
        this.accounting.add(new Snapshot(
                this.second,
                takenAt,
                every.toNanos() * this.second,
                Duration.ZERO,
                every,
                Snapshots.NVML,
                List.of(gpu),
                null));
    }

    private ProcessSlice.Use use(int pid) {
        return this.accounting.pending().slices().stream()
                .filter((slice) -> slice.process().pid() == pid)
                .map(ProcessSlice::use)
                .reduce(ProcessSlice.Use::plus)
                .orElseThrow();
    }

    private static GpuSample gpu(
            double energy, Reading count, List<MigSample> instances, List<ProcessSample> processes) {
        Map<Metric, Reading> own = new EnumMap<>(Metric.class);
        own.put(Metric.UTILIZATION_GPU, Reading.absent(Reason.MIG_ENABLED));
        own.put(Metric.ENERGY_TOTAL, new Reading.Quantity(energy));
        own.put(Metric.PROCESSES_RUNNING, count);
        return Snapshots.gpu(0, own).with(new GpuReadings(Readings.of(own), List.of(), processes, instances));
    }

    private static MigSample instance(Place place, @Nullable Double activity) {
        Reading reading = activity == null ? Reading.absent(Reason.NOT_SUPPORTED) : new Reading.Quantity(activity);
        Readings readings = Readings.of(
                Map.of(Metric.MIG_ACTIVITY_GRAPHICS, reading, Metric.MIG_PROCESSES, new Reading.Quantity(1)));
        return new MigSample(place, "MIG-" + place.gpuInstance(), "1g.10gb", 1, readings);
    }

    private static ProcessSample process(int pid, @Nullable Place place) {
        Readings readings = Readings.of(Map.of(Metric.PROCESS_SM, Reading.absent(Reason.MIG_ENABLED)));
        return new ProcessSample(pid, ProcessSample.Type.COMPUTE, "python", START, readings).on(place);
    }
}
