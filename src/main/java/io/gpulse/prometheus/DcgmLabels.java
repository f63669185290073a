package io.gpulse.prometheus;

import io.gpulse.device.GpuIdentity;
import io.gpulse.device.GpuSample;
import io.gpulse.device.HostSample;
import io.gpulse.device.MigSample;
import io.gpulse.device.ProcessSample;
import io.gpulse.device.Readings;
import io.gpulse.device.Snapshot;
import io.gpulse.device.workload.Reservation;
import io.gpulse.device.workload.Workload;
import io.gpulse.metric.Metric;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The labels of a GPU or an instance in the order of dcgm-exporter: those of the GPU, then the attributes by name.
 *
 * @param attributes of each of its jobs; one without a job when there is none
 */
record DcgmLabels(Map<String, String> identity, List<Map<String, String>> attributes) {

    /**
     * Returns the printed labels of each job.
     *
     * @param more attributes of one metric
     */
    List<String> printed(Map<String, String> more) {
        return this.attributes.stream()
                .map((own) -> {
                    SortedMap<String, String> all = new TreeMap<>(own);
                    all.putAll(more);
                    return Stream.concat(this.identity.entrySet().stream(), all.entrySet().stream())
                            .filter((label) -> !label.getValue().isEmpty())
                            .map((label) -> label.getKey() + "=\"" + escaped(label.getValue()) + '"')
                            .collect(Collectors.joining(",", "{", "}"));
                })
                .toList();
    }

    static DcgmLabels of(GpuSample gpu, @Nullable MigSample instance, Snapshot snapshot, ScrapeProperties properties) {
        Map<String, String> labels = new LinkedHashMap<>();
        GpuIdentity identity = Objects.requireNonNull(gpu.identity());
        labels.put("gpu", Integer.toString(gpu.index()));
        labels.put("UUID", identity.printedUuid());
        labels.put("pci_bus_id", identity.pciBusId());
        GpuSample.Last last = gpu.last();
        // Unknown while a GPU was never read. A source without minor numbers has those of the indexes.
        if (last != null || gpu.hasReadings()) {
            Readings known = (last == null ? gpu.known() : last.known()).own();
            labels.put(
                    "device",
                    "nvidia" + (long) known.number(Metric.MINOR_NUMBER).orElse(gpu.index()));
        }
        labels.put("modelName", identity.name());
        if (instance != null) {
            String profile = instance.profile();
            labels.put("GPU_I_PROFILE", profile == null ? "" : profile.replaceFirst("^\\dc\\.", ""));
            labels.put("GPU_I_ID", Integer.toString(instance.place().gpuInstance()));
        }
        HostSample host = snapshot.host();
        if (host != null) {
            labels.put(properties.hostLabel(), host.hostname());
        }
        String driver = snapshot.source().driverVersion();
        if (driver != null) {
            labels.put(properties.release().driverLabel(), driver);
        }
        return new DcgmLabels(labels, attributes(gpu, instance));
    }

    /** A GPU that several pods share belongs to none of them. */
    private static List<Map<String, String>> attributes(GpuSample gpu, @Nullable MigSample instance) {
        List<Workload> workloads = gpu.known().processes().stream()
                .filter((process) -> instance == null || isIn(process, instance))
                .map(ProcessSample::workload)
                .filter(Objects::nonNull)
                .toList();
        SortedMap<String, String> attributes = new TreeMap<>();
        only(workloads, Workload.Kind.POD).ifPresent((pod) -> attributes.put("pod_uid", pod));
        only(workloads, Workload.Kind.CONTAINER).ifPresent((container) -> attributes.put("container", container));
        List<String> jobs = Stream.concat(
                        workloads.stream(),
                        gpu.reservations().stream()
                                .filter((one) -> instance == null || isOf(one.place(), instance))
                                .map(Reservation::workload))
                .filter(Workload::isNumberedJob)
                .map(Workload::id)
                .distinct()
                .toList();
        return jobs.isEmpty()
                ? List.of(attributes)
                : jobs.stream()
                        .<Map<String, String>>map((job) -> {
                            SortedMap<String, String> all = new TreeMap<>(attributes);
                            all.put("hpc_job", job);
                            return all;
                        })
                        .toList();
    }

    private static boolean isIn(ProcessSample process, MigSample instance) {
        MigSample.Place place = process.instance();
        return place != null && place.gpuInstance() == instance.place().gpuInstance();
    }

    /** @param place the GPU, or one of its instances, as in a reservation */
    private static boolean isOf(String place, MigSample instance) {
        boolean ofInstance = place.startsWith("MIG-") || place.indexOf('.') >= 0;
        return !ofInstance
                || place.equals(instance.uuid())
                || place.endsWith("." + instance.place().gpuInstance());
    }

    private static Optional<String> only(List<Workload> workloads, Workload.Kind kind) {
        List<String> ids = workloads.stream()
                .filter((workload) -> workload.kind() == kind)
                .map(Workload::id)
                .distinct()
                .toList();
        return ids.size() == 1 ? Optional.of(ids.get(0)) : Optional.empty();
    }

    private static String escaped(String value) {
        return value.replace("\\", "\\\\").replace("\"", "\\\"").replace("\n", "\\n");
    }
}
