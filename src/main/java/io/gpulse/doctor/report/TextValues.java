package io.gpulse.doctor.report;

import io.gpulse.doctor.comparison.Comparison;
import io.gpulse.doctor.comparison.Disagreement;
import io.gpulse.doctor.examination.CallTimer;
import io.gpulse.doctor.examination.ExaminedGpu;
import io.gpulse.doctor.examination.PcieSource;
import io.gpulse.metric.Metric;
import io.gpulse.metric.Reading;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;

/** The part of the text about durations of calls, the sources of PCIe throughput and differences to nvidia-smi. */
record TextValues(Report report, WrappedText page) {

    private static final int SLOWEST = 12;
    private static final double MEBIBYTE = 1 << 20;

    void write() {
        calls();
        pcie();
        comparison();
    }

    private void calls() {
        List<CallTimer.CallTimes> all = this.report.calls();
        if (all.isEmpty()) {
            return;
        }
        this.page.title("Time per native call, in ms");
        List<List<String>> rows = new ArrayList<>();
        rows.add(List.of("", "median", "longest", "calls"));
        all.stream()
                .limit(SLOWEST)
                .forEach((times) -> rows.add(List.of(
                        times.symbol(),
                        millis(times.medianMillis()),
                        millis(times.longestMillis()),
                        "" + times.calls())));
        this.page.table(rows);
        all.stream()
                .skip(SLOWEST)
                .mapToDouble(CallTimer.CallTimes::longestMillis)
                .max()
                .ifPresent((longest) ->
                        this.page.note("And " + (all.size() - SLOWEST) + " more with lower medians, which took at"
                                + " most " + millis(longest) + " ms; --json has all."));
    }

    private static String millis(double millis) {
        return String.format(Locale.ROOT, "%.3f", millis);
    }

    /** Prints the sources in columns, headed by their getters. */
    private void pcie() {
        List<List<String>> rows = new ArrayList<>();
        for (ExaminedGpu gpu : this.report.gpus()) {
            for (Metric row : PcieSource.ROWS) {
                List<PcieSource> sources = gpu.pcie().stream()
                        .filter((source) -> source.row() == row)
                        .toList();
                if (rows.isEmpty() && !sources.isEmpty()) {
                    rows.add(line("", "", sources.stream().map(PcieSource::getter)));
                }
                if (!sources.isEmpty()) {
                    rows.add(line(
                            "GPU " + gpu.index(), row.key(), sources.stream().map((source) -> text(source.reading()))));
                }
            }
        }
        if (!rows.isEmpty()) {
            this.page.title("PCIe throughput by each source, in MiB/s");
            this.page.table(rows);
        }
    }

    private static List<String> line(String gpu, String row, Stream<String> cells) {
        return Stream.concat(Stream.of(gpu, row), cells).toList();
    }

    private static String text(Reading reading) {
        return reading instanceof Reading.Absent absent
                ? absent.reason().name()
                : String.format(Locale.ROOT, "%.2f", reading.number().orElseThrow() / MEBIBYTE);
    }

    private void comparison() {
        Comparison comparison = this.report.comparison();
        this.page.title("Compared with nvidia-smi");
        if (comparison.program() != null) {
            this.page.fact("Program", comparison.program());
        }
        if (comparison.sentence() != null) {
            this.page.note(comparison.sentence());
        }
        if (comparison.compared() > 0) {
            this.page.note(comparison.compared() + " values compared, of which " + differing(comparison) + ".");
        }
        comparison.disagreements().forEach(this::disagreement);
        if (!comparison.unknown().isEmpty()) {
            this.page.note(
                    "Not compared, since it has no such property: " + String.join(", ", comparison.unknown()) + ".");
        }
    }

    private static String differing(Comparison comparison) {
        int count = comparison.disagreements().size();
        return count == 0 ? "none differs" : count == 1 ? "1 differs" : count + " differ";
    }

    private void disagreement(Disagreement found) {
        this.page.item("GPU " + found.gpu() + ", " + found.property() + ": gpulse has "
                + String.join(", then ", found.ours()) + "; nvidia-smi has " + found.theirs() + "."
                + (found.moves() ? " It moves by itself: see whether another run agrees." : ""));
    }
}
