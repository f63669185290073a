package io.gpulse.workload;

import io.gpulse.device.GpuSample;
import io.gpulse.device.ProcessSample;
import io.gpulse.device.Snapshot;
import io.gpulse.device.workload.Reservation;
import io.gpulse.history.accounting.Membership;
import io.gpulse.history.accounting.ProcessAccount;
import io.gpulse.metric.Metric;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.DoubleStream;
import org.jspecify.annotations.Nullable;

/** The processes of a job in the latest snapshot. */
final class LivePart {

    private final Map<String, GpuSample> gpus;
    private final Map<String, List<ProcessSample>> processes = new HashMap<>();

    private LivePart(Map<String, GpuSample> gpus) {
        this.gpus = gpus;
    }

    /** @param latest null before the first round */
    static LivePart of(GpuJob job, @Nullable Snapshot latest) {
        LivePart part = new LivePart(latest == null ? Map.of() : latest.byUuid());
        job.uuids().forEach((uuid) -> {
            GpuSample gpu = part.gpus.get(uuid);
            if (gpu != null && gpu.isRead()) {
                part.processes.put(
                        uuid,
                        gpu.known().processes().stream()
                                .filter((one) -> job.processes().stream().anyMatch((own) -> isSame(own, uuid, one)))
                                .toList());
            }
        });
        return part;
    }

    /** An ended process has left its PID to others. */
    private static boolean isSame(ProcessAccount own, String uuid, ProcessSample process) {
        return !own.ended()
                && own.key().pid() == process.pid()
                && own.key().uuid().equals(uuid)
                && ProcessSample.isSame(own.identity().startedAt(), process.startedAt());
    }

    private List<ProcessSample> processes(String uuid) {
        return this.processes.getOrDefault(uuid, List.of());
    }

    boolean isSeen() {
        return this.processes.values().stream().anyMatch((all) -> !all.isEmpty());
    }

    /** Returns the indexes of the GPUs that a scheduler has assigned to a job. */
    List<Integer> reservedFor(Membership job) {
        return this.gpus.values().stream()
                .filter((gpu) -> gpu.reservations().stream()
                        .map(Reservation::workload)
                        .anyMatch((one) -> one.kind() == job.kind() && one.id().equals(job.id())))
                .map(GpuSample::index)
                .sorted()
                .toList();
    }

    /** Returns the memory of the processes on a GPU, in bytes; NaN when unknown. */
    double memory(String uuid) {
        return sum(processes(uuid).stream().mapToDouble((one) -> number(one, Metric.PROCESS_MEMORY)));
    }

    /** Returns the memory of a GPU, in bytes; NaN when unknown. */
    double totalMemory(String uuid) {
        GpuSample gpu = this.gpus.get(uuid);
        return gpu == null
                ? Double.NaN
                : gpu.readings().number(Metric.MEMORY_TOTAL).orElse(Double.NaN);
    }

    double hostCpu() {
        return host(Metric.PROCESS_HOST_CPU);
    }

    double hostMemory() {
        return host(Metric.PROCESS_HOST_MEMORY);
    }

    /** Adds up the processes, each once, though it may be on several GPUs. */
    private double host(Metric metric) {
        Map<Integer, Double> byPid = new HashMap<>();
        this.processes.values().forEach((all) -> all.forEach((one) -> byPid.put(one.pid(), number(one, metric))));
        return sum(byPid.values().stream().mapToDouble(Objects::requireNonNull));
    }

    private static double number(ProcessSample process, Metric metric) {
        return process.readings().number(metric).orElse(Double.NaN);
    }

    private static double sum(DoubleStream values) {
        return values.reduce(Double::sum).orElse(Double.NaN);
    }
}
