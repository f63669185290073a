package io.gpulse.kit;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The section with gpulse's HTTP responses and its cost while no client is connected. */
final class GpulseSection {

    private static final Duration FIRST_ANSWER = Duration.ofMinutes(2);
    private static final double TICKS_PER_SECOND = 100;

    /** Paths to fetch and the files for them; each can name the machine, its GPUs or its users. */
    private static final Map<String, String> PATHS = Map.ofEntries(
            Map.entry("/api/v1/snapshot?view=full", "snapshot.json"),
            Map.entry("/api/v1/status", "status.json"),
            Map.entry("/api/v1/processes", "processes.json"),
            Map.entry("/api/v1/host", "host.json"),
            Map.entry("/api/v1/gpus/free", "free.json"),
            Map.entry("/metrics", "metrics.txt"),
            Map.entry("/", "table.txt"));

    private final VerificationSession session;
    private final GpulseChild gpulse;

    GpulseSection(VerificationSession session, GpulseChild gpulse) {
        this.session = session;
        this.gpulse = gpulse;
    }

    /** Writes the start of the section; returns whether gpulse responds. */
    boolean writeStart(Markdown report) {
        report.heading(2, "Start of gpulse");
        Optional<Double> answered = this.gpulse.secondsUntil200("/actuator/health/liveness", FIRST_ANSWER);
        if (answered.isEmpty()) {
            report.paragraph("gpulse did not answer" + (this.gpulse.isAlive() ? "." : ", it ended.")
                    + " See private/gpulse.log.");
            return false;
        }
        Optional<Double> ready = this.gpulse.secondsUntil200("/actuator/health/readiness", FIRST_ANSWER);
        report.list(List.of(
                "First 200 (liveness) after " + Markdown.number(answered.get(), 2) + " s.",
                ready.map((seconds) -> "Ready, with a fresh snapshot, after " + Markdown.number(seconds, 2) + " s.")
                        .orElse("It did not become ready within " + FIRST_ANSWER.toSeconds() + " s.")));
        return true;
    }

    void writeHttp(Markdown report) {
        report.heading(2, "HTTP");
        ReportFolder folder = this.session.folder();
        PATHS.forEach((path, file) -> save(path, file, report));
        HttpText catalogue = this.gpulse.get("/api/v1/catalogue");
        ReportFolder.write(folder.open("catalogue.json", "GET /api/v1/catalogue"), catalogue.text());
        Duration span = this.session.durations().stream();
        HttpText stream = this.gpulse.listen("/api/v1/stream?view=full", span);
        ReportFolder.write(
                folder.secret("stream.txt", span.toSeconds() + " s of GET /api/v1/stream?view=full"), stream.text());
        long events = stream.text()
                .lines()
                .filter((line) -> line.startsWith("event:"))
                .count();
        report.paragraph("The stream sent " + events + " events in " + span.toSeconds() + " s.");
    }

    private void save(String path, String file, Markdown report) {
        HttpText answer = this.gpulse.get(path);
        ReportFolder.write(this.session.folder().secret(file, "GET " + path), answer.text());
        if (!answer.ok()) {
            report.paragraph("GET " + path + " was answered "
                    + (answer.status() == 0 ? "not at all: " + answer.text() : answer.status() + "."));
        }
    }

    void writeRest(Markdown report) {
        Duration span = this.session.durations().rest();
        report.heading(2, "At rest");
        Optional<ProcessFigures> before = ProcessFigures.of(this.gpulse.pid());
        long from = System.nanoTime();
        GpulseChild.pause(span.toMillis());
        Optional<ProcessFigures> after = ProcessFigures.of(this.gpulse.pid());
        double seconds = (System.nanoTime() - from) / 1e9;
        if (before.isEmpty() || after.isEmpty()) {
            report.paragraph("gpulse ended while it was measured. See private/gpulse.log.");
            return;
        }
        double cpu = (after.get().cpuTicks() - before.get().cpuTicks()) / TICKS_PER_SECOND;
        report.paragraph("Without a client for " + Markdown.number(seconds, 0) + " s:");
        report.list(List.of(
                "CPU: " + Markdown.number(cpu, 2) + " s, " + Markdown.number(100 * cpu / seconds, 2)
                        + " % of one processor.",
                "RSS: " + Markdown.number(before.get().residentMegabytes(), 0) + " MB at the beginning, "
                        + Markdown.number(after.get().residentMegabytes(), 0) + " MB at the end.",
                "Threads: " + after.get().threads() + "."));
        report.paragraph("Its JVM was given -XX:+UseSerialGC " + String.join(" ", GpulseChild.MEMORY) + ".");
    }

    void writeSupport(Markdown report) {
        new SupportSection(
                        JsonTree.parse(this.gpulse.get("/api/v1/catalogue").text()),
                        JsonTree.parse(
                                this.gpulse.get("/api/v1/snapshot?view=full").text()))
                .write(report);
    }
}
