package io.gpulse.kit;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Consumer;

/** One look: every part in its turn; what fails in one is said and does not end the others. */
final class LookRun {

    private static final String FILE = "report.md";

    private final LookSession session;

    LookRun(LookSession session) {
        this.session = session;
    }

    /** Writes the report, and returns where. */
    Path run() throws IOException {
        long from = System.nanoTime();
        Markdown report = new Markdown();
        part("Looking at the machine ...", new MachineSection(this.session)::write, report);
        part("Asking the doctor ...", new DoctorSection(this.session)::write, report);
        part("Starting gpulse ...", this::gpulse, report);
        part("Recording the driver's calls ...", new CallsSection(this.session)::write, report);
        this.session.folder().removeTemporary();
        Path file = this.session.folder().path().resolve(FILE);
        ReportFolder.write(file, masked(head((System.nanoTime() - from) / 1e9) + report + files()));
        return file;
    }

    private void gpulse(Markdown report) {
        Path log = this.session.folder().secret("gpulse.log", "what gpulse wrote to its log");
        try (GpulseChild gpulse = GpulseChild.start(
                this.session.runner(),
                this.session.kit(),
                this.session.options().library(),
                log)) {
            GpulseSection section = new GpulseSection(this.session, gpulse);
            if (!section.writeStart(report)) {
                return;
            }
            part("Comparing with nvidia-smi ...", new ComparisonSection(this.session, gpulse)::write, report);
            part("Asking gpulse over HTTP ...", section::writeHttp, report);
            part("Leaving gpulse alone ...", section::writeRest, report);
            part("Asking what the driver supports ...", section::writeSupport, report);
        } catch (IOException ex) {
            report.paragraph("gpulse cannot be started: " + ex.getMessage() + ".");
        }
    }

    private void part(String progress, Consumer<Markdown> part, Markdown report) {
        this.session.say(progress);
        try {
            part.accept(report);
        } catch (RuntimeException unforeseen) {
            report.paragraph("This part failed: " + unforeseen + ".");
        }
    }

    private String head(double seconds) {
        String version = LookRun.class.getPackage().getImplementationVersion();
        return new Markdown()
                .heading(1, "gpulse on a real machine")
                .paragraph("Written by the kit of gpulse " + (version == null ? "(version unknown)" : version) + " at "
                        + Instant.now().truncatedTo(ChronoUnit.SECONDS) + ", in " + Markdown.number(seconds, 0) + " s"
                        + (this.session.options().quick() ? ", with --quick" : "")
                        + (this.session.options().raw() ? ", unmasked (--raw)" : "") + ".")
                .toString();
    }

    private String files() {
        Markdown text = new Markdown().heading(2, "Files");
        text.paragraph(
                "What lies in private/ holds UUIDs, serials, names of hosts, users and processes as they are: look at"
                        + " it before you show it to anybody."
                        + (this.session.options().raw()
                                ? ""
                                : " All else is masked, but for PCI bus ids in what the doctor says."));
        Map<String, String> files = new TreeMap<>();
        // The many that two programs printed are told by folder.
        this.session
                .folder()
                .files()
                .forEach((name, what) -> files.put(name.replaceFirst("^(private/[^/]+/).*", "$1"), what));
        List<List<String>> rows = files.entrySet().stream()
                .map((file) -> List.of(file.getKey(), file.getValue()))
                .toList();
        return text.table(List.of("file", "what"), rows).toString();
    }

    private String masked(String text) {
        return this.session.options().raw() ? text : this.session.mask().apply(text);
    }
}
