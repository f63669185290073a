package io.gpulse.doctor.report;

import io.gpulse.doctor.examination.ExaminedGpu;
import io.gpulse.metric.Metric;
import io.gpulse.metric.Reason;
import io.gpulse.metric.Scope;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * The metrics of each GPU. GPUs that agree in all metrics form one group.
 *
 * @param groups in the order of their first GPU
 * @param rows metrics of GPUs and their links, in catalogue order, without those that no GPU was queried for
 */
record MetricSupport(List<Group> groups, List<Row> rows) {

    /** GPUs that have the same rows, and lack the others for the same reasons. */
    record Group(List<Integer> gpus, String name) {

        /** Returns, for example, {@code GPUs 0-3, 7}. */
        String shown() {
            return IndexRanges.ofGpus(this.gpus);
        }
    }

    /**
     * A row of the catalogue.
     *
     * @param byGroup the support of each group
     */
    record Row(Metric metric, List<Standing> byGroup) {

        boolean isEverywhere() {
            return this.byGroup.stream().allMatch(Standing.THERE::equals);
        }

        /** Returns whether all GPUs have the metric, or lack it for the same reason. */
        boolean isUniform() {
            return this.byGroup.stream().distinct().count() == 1;
        }

        boolean isQueried() {
            return this.byGroup.stream().anyMatch(Standing::queried);
        }
    }

    /**
     * The support of a metric by a GPU.
     *
     * @param queried false for a metric of links on a GPU without links
     * @param reason the reason of the absence; empty when present
     */
    record Standing(boolean queried, Optional<Reason> reason) {

        static final Standing THERE = new Standing(true, Optional.empty());

        static Standing of(ExaminedGpu gpu, Metric metric) {
            return new Standing(gpu.known(metric).isPresent(), gpu.absence(metric));
        }
    }

    /** A remedy shared by metrics that are absent for the same reason. */
    record Remedy(Reason reason, String sentence, List<Metric> metrics) {}

    static MetricSupport of(List<ExaminedGpu> gpus) {
        List<Metric> metrics = metrics();
        Map<List<Standing>, List<ExaminedGpu>> alike = gpus.stream()
                .filter(ExaminedGpu::hasAnswered)
                .collect(Collectors.groupingBy(
                        (gpu) -> standings(gpu, metrics), LinkedHashMap::new, Collectors.toList()));
        List<Row> rows = IntStream.range(0, metrics.size())
                .mapToObj((place) -> new Row(
                        metrics.get(place),
                        alike.keySet().stream().map((group) -> group.get(place)).toList()))
                .filter(Row::isQueried)
                .toList();
        return new MetricSupport(
                alike.values().stream().map(MetricSupport::group).toList(), rows);
    }

    private static List<Metric> metrics() {
        return Stream.concat(Metric.of(Scope.GPU).stream(), Metric.of(Scope.LINK).stream())
                .sorted()
                .toList();
    }

    private static List<Standing> standings(ExaminedGpu gpu, List<Metric> metrics) {
        return metrics.stream().map((metric) -> Standing.of(gpu, metric)).toList();
    }

    private static Group group(List<ExaminedGpu> alike) {
        List<String> names = alike.stream().map(ExaminedGpu::name).distinct().toList();
        return new Group(alike.stream().map(ExaminedGpu::index).toList(), String.join(", ", names));
    }

    /** Returns the remedies for absent metrics, by reason. */
    List<Remedy> remedies() {
        Map<String, Remedy> bySentence = new LinkedHashMap<>();
        for (Row row : this.rows) {
            row.byGroup().stream()
                    .flatMap((standing) -> standing.reason().stream())
                    .distinct()
                    .forEach((reason) -> add(bySentence, reason, row.metric()));
        }
        return bySentence.values().stream()
                .sorted((one, other) -> one.reason().compareTo(other.reason()))
                .toList();
    }

    private static void add(Map<String, Remedy> bySentence, Reason reason, Metric metric) {
        String sentence = metric.spec().remedy(reason);
        bySentence
                .computeIfAbsent(reason + sentence, (first) -> new Remedy(reason, sentence, new ArrayList<>()))
                .metrics()
                .add(metric);
    }
}
