package io.gpulse.testing;

import io.gpulse.device.GpuSample;
import io.gpulse.device.GpuState;
import io.gpulse.device.Snapshot;
import io.gpulse.device.workload.Reservation;
import io.gpulse.device.workload.Workload;
import io.gpulse.metric.Metric;
import io.gpulse.metric.Reading;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/** Rounds of a GPU in chosen states, one per second. */
public final class StateRounds {

    /** Time of the first round: the beginning of an hour. */
    public static final long START = Instant.parse("2026-11-20T10:00:00Z").toEpochMilli();

    public static final String UUID = Snapshots.identity(0).uuid();

    private final List<Snapshot> rounds = new ArrayList<>();
    private long at = START;
    private long nanos;

    /** A job to which the GPU is assigned. */
    public static final List<Reservation> JOBS = List.of(
            new Reservation("0", new Workload(Workload.Kind.JOB, "280678", Workload.Evidence.HPC_JOB_FILE), "mchen"));

    public static GpuSample busy() {
        return active(Map.of());
    }

    /** A busy GPU whose clocks are reduced. */
    public static GpuSample throttled(Metric... reasons) {
        Map<Metric, Reading> active = new EnumMap<>(Metric.class);
        for (Metric reason : reasons) {
            active.put(reason, reason.spec().reading(1L));
        }
        return active(active);
    }

    private static GpuSample active(Map<Metric, Reading> reasons) {
        Map<Metric, Reading> readings = new EnumMap<>(Metric.class);
        readings.putAll(reasons);
        readings.put(Metric.UTILIZATION_GPU, new Reading.Quantity(53));
        readings.put(Metric.PROCESSES_RUNNING, new Reading.Quantity(1));
        return Snapshots.gpu(0, readings);
    }

    public static GpuSample held() {
        return idle(1);
    }

    public static GpuSample free() {
        return idle(0);
    }

    /** A free GPU that a scheduler has assigned to a job. */
    public static GpuSample reserved() {
        return free().reserved(JOBS);
    }

    private static GpuSample idle(int processes) {
        Map<Metric, Reading> readings = new EnumMap<>(Metric.class);
        readings.put(Metric.UTILIZATION_GPU, new Reading.Quantity(0));
        readings.put(Metric.PROCESSES_RUNNING, new Reading.Quantity(processes));
        return Snapshots.gpu(0, readings);
    }

    public static GpuSample in(GpuState state) {
        return Snapshots.troubled(0, state, "It does not answer.");
    }

    /** Adds rounds that end intervals in the state of a GPU. */
    public StateRounds add(int count, GpuSample... gpus) {
        for (int n = 0; n < count; n++) {
            Instant now = Instant.ofEpochMilli(this.at);
            Duration every = Duration.ofSeconds(1);
            this.rounds.add(
                    new Snapshot(this.at, now, this.nanos, Duration.ZERO, every, Snapshots.NVML, List.of(gpus), null));
            pause(1);
        }
        return this;
    }

    /** Advances the time without a round. */
    public StateRounds pause(long seconds) {
        setClock(seconds);
        this.nanos += seconds * 1_000_000_000;
        return this;
    }

    /** Sets the wall clock forward, or back. */
    public StateRounds setClock(long seconds) {
        this.at += seconds * 1000;
        return this;
    }

    /** Returns the rounds that were added since the last call. */
    public List<Snapshot> take() {
        List<Snapshot> taken = List.copyOf(this.rounds);
        this.rounds.clear();
        return taken;
    }

    /** Returns the time of the next round, in epoch ms. */
    public long next() {
        return this.at;
    }
}
