package io.gpulse.doctor.report;

import io.gpulse.device.GpuIdentity;
import io.gpulse.doctor.comparison.Comparison;
import io.gpulse.doctor.examination.CallTimer;
import io.gpulse.doctor.examination.DeviceNode;
import io.gpulse.doctor.examination.Driver;
import io.gpulse.doctor.examination.ExaminedGpu;
import io.gpulse.doctor.examination.GpuCondition;
import io.gpulse.doctor.examination.Machine;
import io.gpulse.doctor.examination.PcieSource;
import io.gpulse.metric.Metric;
import io.gpulse.metric.Reason;
import io.gpulse.metric.Scope;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The report as it is written, as JSON and as text. The names of its components, and of theirs, are the keys of the
 * JSON and part of the public contract.
 *
 * @param format grows when a key changes its meaning or goes away
 * @param support metrics of GPUs and their links, in catalogue order, without those that no GPU was queried for
 */
public record Document(
        int format,
        String gpulse,
        Instant at,
        int exitCode,
        String verdict,
        List<String> hints,
        List<String> hangs,
        Machine machine,
        Driver driver,
        List<DeviceNode> nodes,
        List<Gpu> gpus,
        List<Support> support,
        List<CallTimer.CallTimes> calls,
        Comparison comparison) {

    static final int FORMAT = 1;

    /** A GPU; its identity is null when it was not attached. */
    record Gpu(
            int index,
            @Nullable String uuid,
            @Nullable String name,
            @Nullable String pciBusId,
            GpuCondition state,
            @Nullable String detail,
            List<Implausible> implausible,
            List<Double> lookMillis,
            List<PcieSource> pcie) {

        static Gpu of(ExaminedGpu gpu) {
            return new Gpu(
                    gpu.index(),
                    gpu.identity().map(GpuIdentity::uuid).orElse(null),
                    gpu.identity().map(GpuIdentity::name).orElse(null),
                    gpu.identity().map(GpuIdentity::pciBusId).orElse(null),
                    gpu.condition(),
                    gpu.detail(),
                    gpu.implausible().entrySet().stream()
                            .map((value) -> new Implausible(value.getKey().key(), value.getValue()))
                            .toList(),
                    gpu.lookMillis(),
                    gpu.pcie());
        }
    }

    /** A value as the driver reported it. */
    record Implausible(String metric, String raw) {}

    /** The GPUs that have a metric, and those that lack it. */
    record Support(String metric, List<Integer> gpus, List<Absence> absent) {

        /** Returns the rows of the metrics. GPUs that agree in all metrics form one group. */
        static List<Support> of(List<ExaminedGpu> gpus) {
            List<Metric> metrics = Stream.concat(Metric.of(Scope.GPU).stream(), Metric.of(Scope.LINK).stream())
                    .sorted()
                    .toList();
            Collection<List<ExaminedGpu>> groups = gpus.stream()
                    .filter(ExaminedGpu::hasAnswered)
                    .collect(Collectors.groupingBy(
                            (gpu) -> metrics.stream().map(gpu::support).toList(),
                            LinkedHashMap::new,
                            Collectors.toList()))
                    .values();
            return metrics.stream()
                    .map((metric) -> of(metric, groups))
                    .filter((row) -> !row.gpus.isEmpty() || !row.absent.isEmpty())
                    .toList();
        }

        private static Support of(Metric metric, Collection<List<ExaminedGpu>> groups) {
            Support row = new Support(metric.key(), new ArrayList<>(), new ArrayList<>());
            for (List<ExaminedGpu> group : groups) {
                List<Integer> indices = group.stream().map(ExaminedGpu::index).toList();
                ExaminedGpu.Support support = group.get(0).support(metric);
                support.absence()
                        .ifPresent((reason) -> row.absent.add(
                                new Absence(indices, reason, metric.spec().remedy(reason))));
                if (support.isPresent()) {
                    row.gpus.addAll(indices);
                }
            }
            return row;
        }

        /** Returns the support of one GPU as a word. */
        String by(Gpu gpu) {
            return this.gpus.contains(gpu.index)
                    ? "there"
                    : this.absent.stream()
                            .filter((absence) -> absence.gpus.contains(gpu.index))
                            .map((absence) -> absence.reason.name())
                            .findFirst()
                            .orElse("-");
        }
    }

    /** GPUs that lack a metric for the same reason. */
    record Absence(List<Integer> gpus, Reason reason, String remedy) {}

    /** Returns the GPUs that answer; those that agree in all metrics form one group. */
    Collection<List<Gpu>> groups() {
        Map<List<String>, List<Gpu>> groups = this.gpus.stream()
                .collect(Collectors.groupingBy(
                        (gpu) -> this.support.stream().map((row) -> row.by(gpu)).toList(),
                        LinkedHashMap::new,
                        Collectors.toList()));
        groups.keySet().removeIf((column) -> column.stream().allMatch("-"::equals));
        return groups.values();
    }
}
