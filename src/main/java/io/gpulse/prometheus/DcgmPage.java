package io.gpulse.prometheus;

import io.gpulse.device.GpuIdentity;
import io.gpulse.device.GpuSample;
import io.gpulse.device.GpuState;
import io.gpulse.device.HostSample;
import io.gpulse.device.MigSample;
import io.gpulse.device.ProcessSample;
import io.gpulse.device.Readings;
import io.gpulse.device.Snapshot;
import io.gpulse.device.workload.Reservation;
import io.gpulse.device.workload.Workload;
import io.gpulse.metric.Metric;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A snapshot with the names, units, labels and number forms of dcgm-exporter. Values that NVML does not give have no
 * series. Of a GPU that is split there are the series of its MIG instances, with its own temperature, power and clocks.
 */
final class DcgmPage {

    /** Metrics of which a MIG instance has its own. */
    private static final Map<Metric, Metric> OF_INSTANCE = Map.of(
            Metric.MEMORY_TOTAL, Metric.MIG_MEMORY_TOTAL,
            Metric.MEMORY_RESERVED, Metric.MIG_MEMORY_RESERVED,
            Metric.MEMORY_USED, Metric.MIG_MEMORY_USED,
            Metric.MEMORY_FREE, Metric.MIG_MEMORY_FREE,
            Metric.ACTIVITY_GRAPHICS, Metric.MIG_ACTIVITY_GRAPHICS,
            Metric.ACTIVITY_SM, Metric.MIG_ACTIVITY_SM,
            Metric.ACTIVITY_OCCUPANCY, Metric.MIG_ACTIVITY_OCCUPANCY,
            Metric.ACTIVITY_TENSOR, Metric.MIG_ACTIVITY_TENSOR,
            Metric.ACTIVITY_DRAM, Metric.MIG_ACTIVITY_DRAM);

    private final ScrapeProperties properties;
    private final Function<GpuSample, OptionalDouble> lastXid;

    /** @param lastXid of a GPU; 0 when none was reported, empty when that is not known */
    DcgmPage(ScrapeProperties properties, Function<GpuSample, OptionalDouble> lastXid) {
        this.properties = properties;
        this.lastXid = lastXid;
    }

    /**
     * A GPU or an instance of it.
     *
     * @param instance null for the whole GPU
     * @param labels as they are printed, in DCGM's order; several when it has several jobs
     */
    private record Entity(GpuSample gpu, @Nullable MigSample instance, List<String> labels) {

        OptionalDouble number(Metric metric) {
            Readings readings = this.gpu.readings();
            if (this.instance == null) {
                return readings.number(metric);
            }
            Metric own = OF_INSTANCE.get(metric);
            boolean profiled = metric.name().startsWith("ACTIVITY_");
            return own != null
                    ? this.instance.readings().number(own)
                    : profiled ? OptionalDouble.empty() : readings.number(metric);
        }
    }

    /** Returns the page in Prometheus' text format. */
    String of(Snapshot snapshot) {
        List<Entity> entities = snapshot.gpus().stream()
                // A scrape is of now.
                .filter((gpu) -> gpu.identity() != null && gpu.state() != GpuState.STALE)
                .flatMap((gpu) -> entities(gpu, snapshot))
                .toList();
        StringBuilder page = new StringBuilder(1 << 14);
        for (DcgmMetric metric : DcgmMetric.values()) {
            DcgmMetric.Form form = metric.form(this.properties.release());
            if (form != null) {
                add(metric, form, entities, page);
            }
        }
        return page.toString();
    }

    private void add(DcgmMetric metric, DcgmMetric.Form form, List<Entity> entities, StringBuilder page) {
        boolean first = true;
        for (Entity entity : entities) {
            OptionalDouble value = value(metric, entity);
            if (value.isEmpty()) {
                continue;
            }
            if (first) {
                page.append("# HELP ")
                        .append(form.name())
                        .append(' ')
                        .append(metric.help())
                        .append(".\n# TYPE ");
                page.append(form.name()).append(' ').append(form.type()).append('\n');
                first = false;
            }
            String printed = form.print(value.getAsDouble());
            entity.labels.forEach((labels) -> page.append(form.name())
                    .append(labels)
                    .append(' ')
                    .append(printed)
                    .append('\n'));
        }
    }

    private OptionalDouble value(DcgmMetric metric, Entity entity) {
        if (metric == DcgmMetric.XID) {
            return this.lastXid.apply(entity.gpu);
        }
        double sum = 0;
        for (Metric part : metric.parts()) {
            OptionalDouble one = entity.number(part);
            if (one.isEmpty()) {
                return one;
            }
            sum += one.getAsDouble();
        }
        return OptionalDouble.of(sum);
    }

    private Stream<Entity> entities(GpuSample gpu, Snapshot snapshot) {
        Map<Integer, MigSample> instances = new LinkedHashMap<>();
        gpu.known().mig().forEach((one) -> instances.putIfAbsent(one.place().gpuInstance(), one));
        return instances.isEmpty()
                ? Stream.of(new Entity(gpu, null, labels(gpu, null, snapshot)))
                : instances.values().stream().map((one) -> new Entity(gpu, one, labels(gpu, one, snapshot)));
    }

    /** Returns the labels of each job of the GPU; those without a job when there is none. */
    private List<String> labels(GpuSample gpu, @Nullable MigSample instance, Snapshot snapshot) {
        Map<String, String> labels = new LinkedHashMap<>();
        GpuIdentity identity = Objects.requireNonNull(gpu.identity());
        labels.put("gpu", Integer.toString(gpu.index()));
        labels.put("UUID", identity.printedUuid());
        labels.put("pci_bus_id", identity.pciBusId());
        long minor = (long) gpu.readings().number(Metric.MINOR_NUMBER).orElse(gpu.index());
        labels.put("device", "nvidia" + minor);
        labels.put("modelName", identity.name());
        if (instance != null) {
            String profile = instance.profile();
            labels.put("GPU_I_PROFILE", profile == null ? "" : profile.replaceFirst("^\\dc\\.", ""));
            labels.put("GPU_I_ID", Integer.toString(instance.place().gpuInstance()));
        }
        HostSample host = snapshot.host();
        if (host != null) {
            labels.put(this.properties.hostLabel(), host.hostname());
        }
        String driver = snapshot.source().driverVersion();
        if (driver != null) {
            labels.put(this.properties.release().driverLabel(), driver);
        }
        return withWorkloads(gpu, instance, labels);
    }

    /** A GPU that several pods share belongs to none of them. */
    private static List<String> withWorkloads(GpuSample gpu, @Nullable MigSample instance, Map<String, String> labels) {
        List<Workload> workloads = gpu.known().processes().stream()
                .filter((process) -> instance == null || instance.place().equals(process.instance()))
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
        List<String> printed = new ArrayList<>();
        for (String job : jobs.isEmpty() ? List.of("") : jobs) {
            SortedMap<String, String> all = new TreeMap<>(attributes);
            all.put("hpc_job", job);
            printed.add(Stream.concat(labels.entrySet().stream(), all.entrySet().stream())
                    .filter((label) -> !label.getValue().isEmpty())
                    .map((label) -> label.getKey() + "=\"" + escaped(label.getValue()) + '"')
                    .collect(Collectors.joining(",", "{", "}")));
        }
        return printed;
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
