package io.gpulse.testing;

import io.gpulse.device.Activity;
import io.gpulse.device.Condition;
import io.gpulse.device.GpuReadings;
import io.gpulse.device.GpuSample;
import io.gpulse.device.GpuState;
import io.gpulse.device.MigSample;
import io.gpulse.device.ProcessSample;
import io.gpulse.device.Readings;
import io.gpulse.device.Snapshot;
import io.gpulse.metric.Metric;
import io.gpulse.metric.Reading;
import java.time.Duration;
import java.time.Instant;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/** Rounds of a GPU that takes 400 W for one process, is 53 % utilized and held back by its power cap. */
public final class AccountedRounds {

    /** The beginning of an hour. */
    public static final long START = Instant.parse("2026-11-20T10:00:00Z").toEpochMilli();

    public static final String UUID = Snapshots.identity(0).uuid();

    private static final int WATTS = 400;

    private long at = START;
    private double joules;

    /** Advances the time without a round. */
    public void passes(long seconds, double used) {
        this.at += seconds * 1000;
        this.joules += used;
    }

    public Snapshot next() {
        this.joules += WATTS;
        Snapshot round = snapshot();
        this.at += 1000;
        return round;
    }

    private Snapshot snapshot() {
        Map<Metric, Reading> readings = new EnumMap<>(Metric.class);
        readings.put(Metric.UTILIZATION_GPU, new Reading.Quantity(53));
        readings.put(Metric.POWER_DRAW, new Reading.Quantity(WATTS));
        readings.put(Metric.ENERGY_TOTAL, new Reading.Quantity(this.joules));
        readings.put(Metric.PROCESSES_RUNNING, new Reading.Quantity(1));
        readings.put(Metric.REASON_POWER_CAP, Metric.REASON_POWER_CAP.spec().reading(1L));
        Instant now = Instant.ofEpochMilli(this.at);
        Condition condition = new Condition(GpuState.OK, Instant.ofEpochMilli(START), null);
        GpuReadings known = new GpuReadings(Readings.of(readings), List.of(), List.of(process()));
        GpuSample gpu = new GpuSample(0, Snapshots.identity(0), condition, now, now, known, Activity.UNKNOWN);
        long nanos = this.at * 1_000_000;
        Duration every = Duration.ofSeconds(1);
        return new Snapshot(this.at, now, nanos, Duration.ZERO, every, Snapshots.NVML, List.of(gpu), null);
    }

    private static ProcessSample process() {
        Map<Metric, Reading> readings = new EnumMap<>(Metric.class);
        readings.put(Metric.PROCESS_MEMORY, new Reading.Quantity(5e9));
        readings.put(Metric.PROCESS_SM, new Reading.Quantity(50));
        readings.put(Metric.PROCESS_PROGRAM, new Reading.Text("train.py"));
        readings.put(Metric.PROCESS_USER, new Reading.Text("mchen"));
        return new ProcessSample(
                        4711,
                        ProcessSample.Type.COMPUTE,
                        "python",
                        Instant.ofEpochMilli(START - 5000),
                        Readings.of(readings))
                .on(new MigSample.Place(3, 0));
    }
}
