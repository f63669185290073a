package io.gpulse.doctor.report;

import io.gpulse.device.Diagnosis;
import io.gpulse.device.Source;
import io.gpulse.doctor.examination.DeviceNode;
import io.gpulse.doctor.examination.Driver;
import io.gpulse.doctor.examination.Machine;
import io.gpulse.nvml.library.LibraryPlace;
import io.gpulse.setup.ContainerEnvironment;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** The report as text of 100 columns: the verdict, the remedies, then the findings. */
public final class TextReport {

    private static final DateTimeFormatter TIME = DateTimeFormatter.ofPattern("uuuu-MM-dd HH:mm:ss 'UTC'", Locale.ROOT)
            .withZone(ZoneOffset.UTC);

    private final Report report;
    private final WrappedText page;

    private TextReport(Report report, UnaryOperator<String> mask) {
        this.report = report;
        this.page = new WrappedText(mask);
    }

    public static String of(Report report, UnaryOperator<String> mask) {
        TextReport text = new TextReport(report, mask);
        text.verdict();
        text.machine();
        text.driver();
        text.nodes();
        new TextGpus(report, text.page).write();
        new TextValues(report, text.page).write();
        return text.page.toString();
    }

    private void verdict() {
        Machine machine = this.report.machine();
        this.page.paragraph("gpulse doctor " + machine.gpulse() + ", " + TIME.format(this.report.at()));
        this.page.paragraph("");
        this.page.paragraph(this.report.verdict());
        List<String> todo = todo();
        if (!todo.isEmpty()) {
            this.page.title("Remedies");
            todo.forEach(this.page::item);
        }
    }

    private List<String> todo() {
        List<String> todo = new ArrayList<>(this.report.hints());
        for (Diagnosis.Step step : this.report.driver().diagnosis().steps()) {
            todo.add(step.command() == null ? step.title() + "." : step.title() + ": " + step.command());
        }
        return todo;
    }

    private void machine() {
        Machine machine = this.report.machine();
        ContainerEnvironment container = this.report.container();
        this.page.title("Machine");
        this.page.fact("Host", machine.host());
        this.page.fact("System", machine.system());
        this.page.fact("Kernel", machine.kernel());
        this.page.fact("Java", machine.java());
        this.page.fact("User", machine.user() + " (" + machine.uid() + ")");
        this.page.fact("Container", container.container() ? "yes: " + String.join("; ", container.marks()) : "no");
        container.variables().forEach((name, value) -> this.page.fact("Variable", name + "=" + value));
    }

    private void driver() {
        Driver driver = this.report.driver();
        this.page.title("Driver");
        driver.places().forEach((place) -> this.page.fact("Library", library(place)));
        if (driver.library().isEmpty()) {
            driver.onDisk().forEach((file) -> this.page.fact("On disk", file));
        }
        this.page.fact(
                "In the kernel",
                driver.module().isEmpty()
                        ? "/proc/driver/nvidia/version is absent: the module is not loaded"
                        : String.join("; ", driver.module()));
        Source source = driver.source();
        if (source != null) {
            this.page.fact("Driver", shown(source.driverVersion()));
            this.page.fact("NVML", shown(source.nvmlVersion()));
            this.page.fact("CUDA", shown(source.cudaVersion()));
        }
        driver.diagnosis().checks().forEach((check) -> this.page.fact("Checked", checked(check)));
    }

    private static String library(LibraryPlace place) {
        if (!place.isLoaded()) {
            return place.name() + ": " + place.refusal();
        }
        return place.name() + " found" + (place.realPath() == null ? "" : ": " + place.realPath());
    }

    private static String checked(Diagnosis.Check check) {
        String outcome = check.outcome().name().toLowerCase(Locale.ROOT).replace('_', ' ');
        return check.title() + ": " + outcome + (check.detail() == null ? "" : ", " + check.detail());
    }

    private static String shown(@Nullable String version) {
        return version == null ? "not reported by the driver" : version;
    }

    private static String opens(DeviceNode node) {
        if (node.opens() == null) {
            return "not known: " + node.refusal();
        }
        return node.opens() ? "can be opened" : "cannot be opened: " + node.refusal();
    }

    private void nodes() {
        this.page.title("Device nodes");
        if (this.report.nodes().isEmpty()) {
            this.page.note("None: /dev has no nvidia*.");
            return;
        }
        List<List<String>> rows = new ArrayList<>();
        this.report
                .nodes()
                .forEach((node) -> rows.add(List.of(node.path(), node.permissions(), node.owner(), opens(node))));
        this.page.table(rows);
    }
}
