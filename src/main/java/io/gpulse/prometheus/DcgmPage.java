package io.gpulse.prometheus;

import io.gpulse.device.GpuSample;
import io.gpulse.device.GpuState;
import io.gpulse.device.MigSample;
import io.gpulse.device.Readings;
import io.gpulse.device.Snapshot;
import io.gpulse.metric.Metric;
import io.gpulse.web.EventMonitor.LastXid;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Supplier;
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

    /** The label values of DCGM for a GPU without an Xid. */
    private static final LastXid NO_XID = new LastXid(0, "No Error");

    private final ScrapeProperties properties;
    private final Function<String, Optional<LastXid>> lastXid;
    private final Supplier<Set<Integer>> monitored;

    /**
     * @param lastXid of a GPU by its UUID; empty when none was reported
     * @param monitored indexes of the GPUs whose Xids would be reported
     */
    DcgmPage(
            ScrapeProperties properties,
            Function<String, Optional<LastXid>> lastXid,
            Supplier<Set<Integer>> monitored) {
        this.properties = properties;
        this.lastXid = lastXid;
        this.monitored = monitored;
    }

    /**
     * A GPU or an instance of it.
     *
     * @param instance null for the whole GPU
     * @param xid null when it is not known whether there was one
     * @param printed its labels, of each of its jobs
     */
    private record Entity(
            GpuSample gpu,
            @Nullable MigSample instance,
            @Nullable LastXid xid,
            DcgmLabels labels,
            List<String> printed) {

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

    private static void add(DcgmMetric metric, DcgmMetric.Form form, List<Entity> entities, StringBuilder page) {
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
            labels(metric, entity)
                    .forEach((labels) -> page.append(form.name())
                            .append(labels)
                            .append(' ')
                            .append(printed)
                            .append('\n'));
        }
    }

    private static List<String> labels(DcgmMetric metric, Entity entity) {
        LastXid xid = metric == DcgmMetric.XID ? entity.xid : null;
        return xid == null
                ? entity.printed
                : entity.labels.printed(Map.of("err_code", Integer.toString(xid.xid()), "err_msg", xid.title()));
    }

    private static OptionalDouble value(DcgmMetric metric, Entity entity) {
        if (metric == DcgmMetric.XID) {
            return entity.xid == null ? OptionalDouble.empty() : OptionalDouble.of(entity.xid.xid());
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
                ? Stream.of(entity(gpu, null, snapshot))
                : instances.values().stream().map((one) -> entity(gpu, one, snapshot));
    }

    private Entity entity(GpuSample gpu, @Nullable MigSample instance, Snapshot snapshot) {
        DcgmLabels labels = DcgmLabels.of(gpu, instance, snapshot, this.properties);
        LastXid none = this.monitored.get().contains(gpu.index()) ? NO_XID : null;
        String uuid = Objects.requireNonNull(gpu.identity()).uuid();
        return new Entity(gpu, instance, this.lastXid.apply(uuid).orElse(none), labels, labels.printed(Map.of()));
    }
}
