package io.gpulse.kit;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Consumer;

/** One verification run: all sections in order. A section that fails is reported and does not end the run. */
final class VerificationRun {

    private static final String FILE = "report.md";

    private final VerificationSession session;

    VerificationRun(VerificationSession session) {
        this.session = session;
    }

    /** Writes the report, and returns where. */
    Path run() throws IOException {
        long from = System.nanoTime();
        Markdown report = new Markdown();
        part("Looking at the machine ...", new MachineSection(this.session)::write, report);
        part("Running the doctor ...", new DoctorSection(this.session)::write, report);
        part("Starting gpulse ...", this::gpulse, report);
        part("Recording the driver's calls ...", new CallsSection(this.session)::write, report);
        this.session.folder().removeTemporary();
        Path file = this.session.folder().path().resolve(FILE);
        ReportFolder.write(file, masked(head((System.nanoTime() - from) / 1e9) + report + files()));
        return file;
    }

    private void gpulse(Markdown report) {
        Path log = this.session.folder().secret("gpulse.log", "gpulse's log");
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
            part("Querying gpulse over HTTP ...", section::writeHttp, report);
            part("Leaving gpulse alone ...", section::writeRest, report);
            part("Reading what the driver supports ...", section::writeSupport, report);
        } catch (IOException ex) {
            report.paragraph("gpulse cannot be started: " + ex.getMessage() + ".");
        }
    }

    private void part(String progress, Consumer<Markdown> part, Markdown report) {
        this.session.report(progress);
        try {
            part.accept(report);
        } catch (RuntimeException unforeseen) {
            report.paragraph("This part failed: " + unforeseen + ".");
        }
    }

    private String head(double seconds) {
        String version = VerificationRun.class.getPackage().getImplementationVersion();
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
        text.paragraph("The files in private/ hold UUIDs, serials, names of hosts, users and processes unmasked: check"
                + " them before you share them."
                + (this.session.options().raw()
                        ? ""
                        : " All else is masked, except PCI bus ids in the doctor's report."));
        Map<String, String> files = new TreeMap<>();
        // Output files of both programs are listed by folder.
        this.session
                .folder()
                .files()
                .forEach((name, what) -> files.put(name.replaceFirst("^(private/[^/]+/).*", "$1"), what));
        List<List<String>> rows = files.entrySet().stream()
                .map((file) -> List.of(file.getKey(), file.getValue()))
                .toList();
        return text.table(List.of("file", "content"), rows).toString();
    }

    private String masked(String text) {
        return this.session.options().raw() ? text : this.session.mask().apply(text);
    }
}
