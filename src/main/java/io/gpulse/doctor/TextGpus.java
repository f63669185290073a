package io.gpulse.doctor;

import io.gpulse.device.GpuIdentity;
import io.gpulse.metric.Metric;
import io.gpulse.metric.Reason;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Which GPUs there are, how they are, and what they tell. */
record TextGpus(Report report, WrappedText page) {

    void write() {
        if (this.report.patients().isEmpty()) {
            return;
        }
        gpus();
        Support support = this.report.support();
        if (!support.groups().isEmpty()) {
            matrix(support);
            remedies(support);
        }
    }

    private void gpus() {
        this.page.title("GPUs");
        for (ExaminedGpu patient : this.report.patients()) {
            this.page.fact(
                    "GPU " + patient.index(),
                    patient.identity().map(TextGpus::identity).orElse("unknown"));
            if (patient.condition() != GpuCondition.OK) {
                this.page.fact("", patient.condition() + ": " + patient.detail());
            }
            if (!patient.lookMillis().isEmpty()) {
                this.page.fact("", "looks took " + looks(patient) + " ms");
            }
        }
    }

    private static String identity(GpuIdentity identity) {
        return identity.name() + ", " + identity.uuid() + ", " + identity.pciBusId();
    }

    private static String looks(ExaminedGpu patient) {
        return String.join(
                ", ",
                patient.lookMillis().stream()
                        .map((millis) -> String.format(Locale.ROOT, "%.1f", millis))
                        .toList());
    }

    /** Rows in which all agree are told of below, where it says why they are absent. */
    private void matrix(Support support) {
        long there = support.rows().stream().filter(Support.Row::isEverywhere).count();
        List<Support.Row> differing =
                support.rows().stream().filter((row) -> !row.isUniform()).toList();
        this.page.title("What they tell");
        for (Support.Group group : support.groups()) {
            this.page.fact(group.shown(), group.name());
        }
        this.page.note(there + " of " + support.rows().size() + " metrics are there for every GPU that answers."
                + (differing.isEmpty() ? "" : " In these the GPUs differ:"));
        if (differing.isEmpty()) {
            return;
        }
        List<List<String>> rows = new ArrayList<>();
        rows.add(cells("", support.groups().stream().map(Support.Group::shown).toList()));
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

    private static String standing(Support.Standing standing) {
        return standing.asked() ? standing.reason().map(Reason::name).orElse("there") : "-";
    }

    private void remedies(Support support) {
        if (support.remedies().isEmpty()) {
            return;
        }
        this.page.title("Why, and what helps");
        for (Support.Remedy remedy : support.remedies()) {
            this.page.note(remedy.reason() + ": " + remedy.sentence());
            this.page.detail(
                    String.join(", ", remedy.metrics().stream().map(Metric::key).toList()));
        }
    }
}
