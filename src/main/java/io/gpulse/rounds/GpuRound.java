package io.gpulse.rounds;

import io.gpulse.device.Activity;
import io.gpulse.device.GpuSample;
import io.gpulse.device.GpuState;
import io.gpulse.device.NamespacedPid;
import io.gpulse.device.ProcessSample;
import io.gpulse.device.Readings;
import io.gpulse.metric.Metric;
import io.gpulse.metric.Reading;
import io.gpulse.metric.Reason;
import java.time.Instant;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * One GPU in one round.
 *
 * @param uuid the GPU
 * @param read whether the GPU answered; null while it is being attached
 * @param sampledAt when it was sampled; null when it was not, or is not known
 * @param utilization {@linkplain Activity#utilization(Readings) of the GPU}, in percent; NaN when unknown
 * @param values of {@link Rows}; null when the GPU reported nothing; not to be changed
 * @param absent why rows that a report shows are absent; empty where that is not known
 * @param processes the processes on the GPU; null when they are not known
 */
@SuppressWarnings("ArrayRecordComponent")
public record GpuRound(
        String uuid,
        @Nullable Boolean read,
        @Nullable Instant sampledAt,
        double utilization,
        double @Nullable [] values,
        Map<Metric, Reason> absent,
        @Nullable List<ProcessRound> processes) {

    /** Reads from a sample of a GPU what is kept. */
    static GpuRound of(GpuSample gpu, String uuid) {
        Readings readings = gpu.readings();
        double[] values = Rows.ALL.values(readings);
        boolean known = gpu.isRead() && Rows.isKnown(values);
        return new GpuRound(
                uuid,
                gpu.state() == GpuState.ATTACHING ? null : (Boolean) gpu.isRead(),
                gpu.sampledAt(),
                Activity.utilization(readings).orElse(Double.NaN),
                known ? values : null,
                absent(readings),
                known && gpu.listsProcesses()
                        ? gpu.known().processes().stream().map(ProcessRound::of).toList()
                        : null);
    }

    /**
     * Returns a round of the history, without processes.
     *
     * @param values of {@link Rows#REPORTED}
     */
    public static GpuRound stored(String uuid, double[] values) {
        return new GpuRound(uuid, true, null, Double.NaN, Rows.isKnown(values) ? values : null, Map.of(), null);
    }

    /** Returns this round with the utilization alone. */
    GpuRound utilizationOnly() {
        return new GpuRound(this.uuid, this.read, null, this.utilization, null, Map.of(), null);
    }

    /** Returns the value of a row; NaN when it is absent. */
    public double value(Metric row) {
        int place = Rows.ALL.place(row);
        return this.values == null || place < 0 || place >= this.values.length ? Double.NaN : this.values[place];
    }

    private static Map<Metric, Reason> absent(Readings readings) {
        Map<Metric, Reason> absent = new EnumMap<>(Metric.class);
        Rows.SHOWN.forEach((row) -> put(row, readings.of(row).orElse(null), absent));
        put(Metric.PROCESS_MEMORY, readings.of(Metric.PROCESSES_RUNNING).orElse(null), absent);
        return Map.copyOf(absent);
    }

    private static void put(Metric row, @Nullable Reading reading, Map<Metric, Reason> absent) {
        if (reading instanceof Reading.Absent absence) {
            absent.put(row, absence.reason());
        }
    }

    /** Returns this round with the reasons of an earlier one, if they are equal: they are kept once. */
    GpuRound sharing(Map<Metric, Reason> earlier) {
        return this.absent.equals(earlier)
                ? new GpuRound(
                        this.uuid, this.read, this.sampledAt, this.utilization, this.values, earlier, this.processes)
                : this;
    }

    /**
     * A process on a GPU in one round.
     *
     * @param name what it is called; null when it is not known
     * @param user who started it; null when it is not known
     * @param memory device memory in bytes; NaN when it is not known
     * @param utilization share of the round in which a kernel of it ran, in percent; NaN when it is not known
     * @param namespaced its PID in its innermost PID namespace; null when it is not known
     * @param startedAt when it was started; null when it is not known
     */
    public record ProcessRound(
            int pid,
            @Nullable String name,
            @Nullable String user,
            double memory,
            double utilization,
            @Nullable NamespacedPid namespaced,
            @Nullable Instant startedAt) {

        private static ProcessRound of(ProcessSample process) {
            Readings readings = process.readings();
            return new ProcessRound(
                    process.pid(),
                    process.name(),
                    readings.word(Metric.PROCESS_USER).orElse(null),
                    readings.number(Metric.PROCESS_MEMORY).orElse(Double.NaN),
                    readings.number(Metric.PROCESS_SM).orElse(Double.NaN),
                    process.namespaced(),
                    process.startedAt());
        }
    }
}
