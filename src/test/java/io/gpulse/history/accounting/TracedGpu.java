package io.gpulse.history.accounting;

import io.gpulse.device.Activity;
import io.gpulse.device.Condition;
import io.gpulse.device.GpuReadings;
import io.gpulse.device.GpuSample;
import io.gpulse.device.GpuState;
import io.gpulse.device.ProcessSample;
import io.gpulse.device.Readings;
import io.gpulse.device.workload.Reservation;
import io.gpulse.device.workload.Workload;
import io.gpulse.metric.Metric;
import io.gpulse.metric.Reading;
import io.gpulse.testing.Snapshots;
import java.time.Instant;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.IntStream;

/** A GPU with pseudo-random states and a known true energy. */
final class TracedGpu {

    private static final Instant BOOT = Instant.parse("2026-11-20T08:00:00Z");

    private final int index;
    private final Random random;
    private double used;
    private double counter;
    private int processes;
    private boolean reserved;
    private double utilization;
    private boolean answering = true;

    TracedGpu(int index, Random random) {
        this.index = index;
        this.random = random;
    }

    String uuid() {
        return Snapshots.identity(this.index).uuid();
    }

    /** Returns the energy since the start, in J. */
    double used() {
        return this.used;
    }

    void advances(double seconds) {
        if (this.random.nextInt(20) == 0) {
            this.processes = this.random.nextInt(4);
            this.utilization = this.processes == 0 || this.random.nextInt(3) == 0 ? 0 : 5 + this.random.nextInt(95);
        }
        if (this.random.nextInt(10) == 0) {
            this.reserved = !this.reserved;
        }
        if (this.random.nextInt(40) == 0) {
            this.answering = !this.answering || this.random.nextInt(3) == 0;
        }
        if (this.random.nextInt(300) == 0) {
            this.counter = 0;
        }
        double joules = seconds * (70 + 6 * this.utilization);
        this.used += joules;
        this.counter += joules;
    }

    GpuSample sample() {
        if (!this.answering) {
            return Snapshots.troubled(this.index, GpuState.STUCK, "It does not answer.");
        }
        Map<Metric, Reading> readings = new EnumMap<>(Metric.class);
        readings.put(Metric.UTILIZATION_GPU, new Reading.Quantity(this.utilization));
        readings.put(Metric.ENERGY_TOTAL, new Reading.Quantity(this.counter));
        readings.put(Metric.POWER_DRAW, new Reading.Quantity(400));
        readings.put(Metric.PROCESSES_RUNNING, new Reading.Quantity(this.processes));
        Workload job = new Workload(Workload.Kind.JOB, "7", Workload.Evidence.HPC_JOB_FILE);
        Reservation reservation = new Reservation(Integer.toString(this.index), job, null);
        return new GpuSample(
                        this.index,
                        Snapshots.identity(this.index),
                        new Condition(GpuState.OK, BOOT, null),
                        BOOT,
                        BOOT,
                        new GpuReadings(Readings.of(readings), List.of(), processes()),
                        Activity.UNKNOWN)
                .reserved(this.reserved ? List.of(reservation) : List.of());
    }

    private List<ProcessSample> processes() {
        return IntStream.range(0, this.processes).mapToObj(this::process).toList();
    }

    private ProcessSample process(int number) {
        Map<Metric, Reading> readings = new EnumMap<>(Metric.class);
        readings.put(Metric.PROCESS_MEMORY, new Reading.Quantity(1e9 * (number + 1)));
        if (this.random.nextInt(5) > 0) {
            readings.put(Metric.PROCESS_SM, new Reading.Quantity(this.utilization / (number + 1)));
        }
        return new ProcessSample(
                100 + number, ProcessSample.Type.COMPUTE, "python", BOOT.plusSeconds(number), Readings.of(readings));
    }
}
