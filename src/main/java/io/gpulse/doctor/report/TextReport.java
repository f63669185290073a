package io.gpulse.doctor.report;

import io.gpulse.device.Diagnosis;
import io.gpulse.doctor.comparison.Comparison;
import io.gpulse.doctor.comparison.Disagreement;
import io.gpulse.doctor.examination.CallTimer;
import io.gpulse.doctor.examination.DeviceNode;
import io.gpulse.doctor.examination.Driver;
import io.gpulse.doctor.examination.GpuCondition;
import io.gpulse.doctor.examination.Machine;
import io.gpulse.doctor.examination.PcieSource;
import io.gpulse.metric.Reason;
import io.gpulse.nvml.library.LibraryPlace;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The report as text of 100 columns: the verdict, the remedies, then the findings. */
public final class TextReport {

    private static final DateTimeFormatter TIME = DateTimeFormatter.ofPattern("uuuu-MM-dd HH:mm:ss 'UTC'", Locale.ROOT)
            .withZone(ZoneOffset.UTC);
    private static final int SLOWEST = 12;
    private static final double MEBIBYTE = 1 << 20;

    private final Document report;
    private final WrappedText page;

    private TextReport(Document report, UnaryOperator<String> mask) {
        this.report = report;
        this.page = new WrappedText(mask);
    }

    public static String of(Document report, UnaryOperator<String> mask) {
        TextReport text = new TextReport(report, mask);
        text.verdict();
        text.machine();
        text.driver();
        text.nodes();
        text.gpus();
        text.support();
        text.implausible();
        text.calls();
        text.pcie();
        text.comparison();
        return text.page.toString();
    }

    private void verdict() {
        this.page.paragraph("gpulse doctor " + this.report.gpulse() + ", " + TIME.format(this.report.at()));
        this.page.paragraph("");
        this.page.paragraph(this.report.verdict());
        Stream<String> steps = this.report.driver().steps().stream()
                .map((step) -> step.title() + (step.command() == null ? "." : ": " + step.command()));
        this.page.items("Remedies", Stream.concat(this.report.hints().stream(), steps));
    }

    private void machine() {
        Machine machine = this.report.machine();
        this.page.title("Machine");
        this.page.fact("Host", machine.host());
        this.page.fact("System", machine.system());
        this.page.fact("Kernel", machine.kernel());
        this.page.fact("Java", machine.java());
        this.page.fact("User", machine.user() + " (" + machine.ids() + ")");
        this.page.fact("Container", machine.container() ? "yes: " + String.join("; ", machine.containerMarks()) : "no");
        machine.variables().forEach((name, value) -> this.page.fact("Variable", name + "=" + value));
    }

    private void driver() {
        Driver driver = this.report.driver();
        this.page.title("Driver");
        driver.library().forEach((place) -> this.page.fact("Library", library(place)));
        if (driver.library().stream().noneMatch(LibraryPlace::isLoaded)) {
            driver.onDisk().forEach((file) -> this.page.fact("On disk", file));
        }
        this.page.fact(
                "In the kernel",
                driver.module().isEmpty()
                        ? "/proc/driver/nvidia/version is absent: the module is not loaded"
                        : String.join("; ", driver.module()));
        if (driver.trouble() == null) {
            this.page.fact("Driver", shown(driver.version()));
            this.page.fact("NVML", shown(driver.nvml()));
            this.page.fact("CUDA", shown(driver.cuda()));
        }
        driver.checks().forEach((check) -> this.page.fact("Checked", checked(check)));
    }

    private static String library(LibraryPlace place) {
        if (!place.isLoaded()) {
            return place.place() + ": " + place.refusal();
        }
        return place.place() + " found" + (place.realPath() == null ? "" : ": " + place.realPath());
    }

    private static String checked(Diagnosis.Check check) {
        String outcome = check.outcome().name().toLowerCase(Locale.ROOT).replace('_', ' ');
        return check.title() + ": " + outcome + (check.detail() == null ? "" : ", " + check.detail());
    }

    private static String shown(@Nullable String version) {
        return Objects.requireNonNullElse(version, "not reported by the driver");
    }

    private void nodes() {
        this.page.title("Device nodes");
        if (this.report.nodes().isEmpty()) {
            this.page.note("None: /dev has no nvidia*.");
        } else {
            this.page.table(this.report.nodes().stream()
                    .map((node) -> List.of(node.path(), node.permissions(), node.owner(), opens(node)))
                    .toList());
        }
    }

    private static String opens(DeviceNode node) {
        if (node.opens() == null) {
            return "not known: " + node.refusal();
        }
        return node.opens() ? "can be opened" : "cannot be opened: " + node.refusal();
    }

    private void gpus() {
        if (!this.report.gpus().isEmpty()) {
            this.page.title("GPUs");
            this.report.gpus().forEach(this::gpu);
        }
    }

    private void gpu(Document.Gpu gpu) {
        this.page.fact(
                "GPU " + gpu.index(),
                gpu.uuid() == null ? "unknown" : gpu.name() + ", " + gpu.uuid() + ", " + gpu.pciBusId());
        if (gpu.state() != GpuCondition.OK) {
            this.page.fact("", gpu.state() + ": " + gpu.detail());
        }
        if (!gpu.lookMillis().isEmpty()) {
            Stream<String> rounds = gpu.lookMillis().stream().map((millis) -> decimals(1, millis));
            this.page.fact("", "rounds took " + rounds.collect(Collectors.joining(", ")) + " ms");
        }
    }

    private static String decimals(int digits, double number) {
        return String.format(Locale.ROOT, "%." + digits + "f", number);
    }

    /** Prints the metrics in which groups of equal GPUs differ; the others follow with their reasons. */
    private void support() {
        Collection<List<Document.Gpu>> groups = this.report.groups();
        if (groups.isEmpty()) {
            return;
        }
        this.page.title("Metrics");
        groups.forEach((group) -> this.page.fact(
                indices(group),
                group.stream().map((gpu) -> "" + gpu.name()).distinct().collect(Collectors.joining(", "))));
        List<List<String>> differing = new ArrayList<>();
        differing.add(line(groups.stream().map(TextReport::indices), ""));
        int everywhere = 0;
        for (Document.Support row : this.report.support()) {
            List<String> cells = line(groups.stream().map((group) -> row.by(group.get(0))), row.metric());
            Set<String> distinct = Set.copyOf(cells.subList(1, cells.size()));
            everywhere += distinct.equals(Set.of("there")) ? 1 : 0;
            if (distinct.size() > 1) {
                differing.add(cells);
            }
        }
        this.page.note(
                everywhere + " of " + this.report.support().size() + " metrics are available on every GPU that answers."
                        + (differing.size() == 1 ? "" : " In these the GPUs differ:"));
        if (differing.size() > 1) {
            this.page.table(differing);
        }
        remedies();
    }

    private static String indices(List<Document.Gpu> gpus) {
        return IndexRanges.ofGpus(gpus.stream().map(Document.Gpu::index).toList());
    }

    private static List<String> line(Stream<String> cells, String... first) {
        return Stream.concat(Stream.of(first), cells).toList();
    }

    private void remedies() {
        Map<Map.Entry<Reason, String>, Set<String>> metrics = new LinkedHashMap<>();
        for (Document.Support row : this.report.support()) {
            row.absent()
                    .forEach((absence) -> metrics.computeIfAbsent(
                                    Map.entry(absence.reason(), absence.remedy()), (first) -> new LinkedHashSet<>())
                            .add(row.metric()));
        }
        if (!metrics.isEmpty()) {
            this.page.title("Reasons and remedies");
        }
        metrics.entrySet().stream()
                .sorted(Comparator.comparing((remedy) -> remedy.getKey().getKey()))
                .forEach((remedy) -> {
                    this.page.note(
                            remedy.getKey().getKey() + ": " + remedy.getKey().getValue());
                    this.page.detail(String.join(", ", remedy.getValue()));
                });
    }

    private void implausible() {
        this.page.items(
                "Implausible values, as the driver reported them",
                this.report.gpus().stream()
                        .flatMap((gpu) -> gpu.implausible().stream()
                                .map((value) -> "GPU " + gpu.index() + ", " + value.metric() + ": " + value.raw())));
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
                        decimals(3, times.medianMillis()),
                        decimals(3, times.longestMillis()),
                        "" + times.calls())));
        this.page.table(rows);
        all.stream()
                .skip(SLOWEST)
                .mapToDouble(CallTimer.CallTimes::longestMillis)
                .max()
                .ifPresent((longest) ->
                        this.page.note("And " + (all.size() - SLOWEST) + " more with lower medians, which took at"
                                + " most " + decimals(3, longest) + " ms; --json has all."));
    }

    /** Prints the sources in columns, headed by their getters. */
    private void pcie() {
        List<List<String>> rows = new ArrayList<>();
        this.report
                .gpus()
                .forEach((gpu) -> gpu.pcie().stream()
                        .collect(Collectors.groupingBy(PcieSource::metric, LinkedHashMap::new, Collectors.toList()))
                        .forEach((metric, sources) -> {
                            if (rows.isEmpty()) {
                                rows.add(line(sources.stream().map(PcieSource::getter), "", ""));
                            }
                            rows.add(line(sources.stream().map(TextReport::text), "GPU " + gpu.index(), metric));
                        }));
        if (!rows.isEmpty()) {
            this.page.title("PCIe throughput by each source, in MiB/s");
            this.page.table(rows);
        }
    }

    private static String text(PcieSource source) {
        Double bytes = source.bytesPerSecond();
        return bytes == null ? String.valueOf(source.absent()) : decimals(2, bytes / MEBIBYTE);
    }

    private void comparison() {
        Comparison comparison = this.report.comparison();
        this.page.title("Compared with nvidia-smi");
        Optional.ofNullable(comparison.program()).ifPresent((program) -> this.page.fact("Program", program));
        Optional.ofNullable(comparison.sentence()).ifPresent(this.page::note);
        if (comparison.compared() > 0) {
            int differ = comparison.disagreements().size();
            this.page.note(comparison.compared() + " values compared, of which "
                    + (differ == 0 ? "none differs" : differ == 1 ? "1 differs" : differ + " differ") + ".");
        }
        comparison.disagreements().forEach(this::disagreement);
        if (!comparison.unknown().isEmpty()) {
            this.page.note(
                    "Not compared, since it has no such property: " + String.join(", ", comparison.unknown()) + ".");
        }
    }

    private void disagreement(Disagreement found) {
        this.page.item("GPU " + found.gpu() + ", " + found.property() + ": gpulse has "
                + String.join(", then ", found.ours()) + "; nvidia-smi has " + found.theirs() + "."
                + (found.moves() ? " It moves by itself: see whether another run agrees." : ""));
    }
}
