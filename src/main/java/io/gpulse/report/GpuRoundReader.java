package io.gpulse.report;

import io.gpulse.device.GpuSample;
import io.gpulse.device.GpuState;
import io.gpulse.device.ProcessSample;
import io.gpulse.device.Readings;
import io.gpulse.metric.Metric;
import io.gpulse.metric.Reading;
import io.gpulse.metric.Reason;
import io.gpulse.report.GpuRound.ProcessRound;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Reads from a sample of a GPU what a report needs. One thread uses it. */
final class GpuRoundReader {

    /** By UUID; rounds with the same absences share them. */
    private final Map<String, Map<Metric, Reason>> absences = new HashMap<>();

    GpuRound read(GpuSample gpu, String uuid) {
        Readings readings = gpu.readings();
        double[] values = ReportRows.values(readings);
        boolean known = gpu.state() == GpuState.OK && ReportRows.isKnown(values);
        return new GpuRound(uuid, known ? values : null, absent(gpu, uuid), known ? processes(gpu) : null);
    }

    private Map<Metric, Reason> absent(GpuSample gpu, String uuid) {
        Map<Metric, Reason> absent = new EnumMap<>(Metric.class);
        ReportRows.SHOWN.forEach((row) -> put(row, gpu.readings().of(row).orElse(null), absent));
        put(Metric.PROCESS_MEMORY, gpu.readings().of(Metric.PROCESSES_RUNNING).orElse(null), absent);
        return this.absences.merge(uuid, Map.copyOf(absent), (before, now) -> before.equals(now) ? before : now);
    }

    private static void put(Metric row, @Nullable Reading reading, Map<Metric, Reason> absent) {
        if (reading instanceof Reading.Absent absence) {
            absent.put(row, absence.reason());
        }
    }

    private static @Nullable List<ProcessRound> processes(GpuSample gpu) {
        boolean known = gpu.readings().number(Metric.PROCESSES_RUNNING).isPresent();
        return known
                ? gpu.known().processes().stream().map(GpuRoundReader::process).toList()
                : null;
    }

    private static ProcessRound process(ProcessSample process) {
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
