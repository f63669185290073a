package io.gpulse.doctor.report;

import io.gpulse.device.GpuIdentity;
import io.gpulse.doctor.examination.ExaminedGpu;
import io.gpulse.doctor.examination.GpuCondition;
import io.gpulse.metric.Metric;
import io.gpulse.metric.Reason;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** The part of the text about GPUs: their state and their metrics. */
record TextGpus(Report report, WrappedText page) {

    void write() {
        if (this.report.gpus().isEmpty()) {
            return;
        }
        gpus();
        MetricSupport support = this.report.support();
        if (!support.groups().isEmpty()) {
            matrix(support);
            remedies(support);
        }
        implausible();
    }

    private void gpus() {
        this.page.title("GPUs");
        for (ExaminedGpu gpu : this.report.gpus()) {
            this.page.fact(
                    "GPU " + gpu.index(), gpu.identity().map(TextGpus::identity).orElse("unknown"));
            if (gpu.condition() != GpuCondition.OK) {
                this.page.fact("", gpu.condition() + ": " + gpu.detail());
            }
            if (!gpu.lookMillis().isEmpty()) {
                this.page.fact("", "rounds took " + rounds(gpu) + " ms");
            }
        }
    }

    private static String identity(GpuIdentity identity) {
        return identity.name() + ", " + identity.uuid() + ", " + identity.pciBusId();
    }

    private static String rounds(ExaminedGpu gpu) {
        return String.join(
                ", ",
                gpu.lookMillis().stream()
                        .map((millis) -> String.format(Locale.ROOT, "%.1f", millis))
                        .toList());
    }

    /** Prints the metrics in which the groups differ; the others follow with their reasons. */
    private void matrix(MetricSupport support) {
        long there =
                support.rows().stream().filter(MetricSupport.Row::isEverywhere).count();
        List<MetricSupport.Row> differing =
                support.rows().stream().filter((row) -> !row.isUniform()).toList();
        this.page.title("Metrics");
        for (MetricSupport.Group group : support.groups()) {
            this.page.fact(group.shown(), group.name());
        }
        this.page.note(there + " of " + support.rows().size() + " metrics are available on every GPU that answers."
                + (differing.isEmpty() ? "" : " In these the GPUs differ:"));
        if (differing.isEmpty()) {
            return;
        }
        List<List<String>> rows = new ArrayList<>();
        rows.add(cells(
                "", support.groups().stream().map(MetricSupport.Group::shown).toList()));
        differing.forEach((row) -> rows.add(cells(
                row.metric().key(),
                row.byGroup().stream().map(TextGpus::standing).toList())));
        this.page.table(rows);
    }

    private static List<String> cells(String first, List<String> others) {
        List<String> cells = new ArrayList<>(List.of(first));
        cells.addAll(others);
        return cells;
    }

    private static String standing(MetricSupport.Standing standing) {
        return standing.queried() ? standing.reason().map(Reason::name).orElse("there") : "-";
    }

    private void implausible() {
        boolean titled = false;
        for (ExaminedGpu gpu : this.report.gpus()) {
            for (Map.Entry<Metric, String> value : gpu.implausible().entrySet()) {
                if (!titled) {
                    this.page.title("Implausible values, as the driver reported them");
                    titled = true;
                }
                this.page.item("GPU " + gpu.index() + ", " + value.getKey().key() + ": " + value.getValue());
            }
        }
    }

    private void remedies(MetricSupport support) {
        if (support.remedies().isEmpty()) {
            return;
        }
        this.page.title("Reasons and remedies");
        for (MetricSupport.Remedy remedy : support.remedies()) {
            this.page.note(remedy.reason() + ": " + remedy.sentence());
            this.page.detail(
                    String.join(", ", remedy.metrics().stream().map(Metric::key).toList()));
        }
    }
}
