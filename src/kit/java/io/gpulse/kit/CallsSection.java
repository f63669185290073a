package io.gpulse.kit;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/** The section with a recording of the driver: codes and durations of each native call. */
final class CallsSection {

    private static final Duration MORE = Duration.ofSeconds(90);

    private final VerificationSession session;

    CallsSection(VerificationSession session) {
        this.session = session;
    }

    void write(Markdown report) {
        report.heading(2, "Native calls");
        Duration length = this.session.durations().recording();
        Path file = this.session.maskedFile("gpu.recording", "the driver's answers, call by call");
        List<String> arguments = new ArrayList<>(List.of("--record", length.toSeconds() + "s", file.toString()));
        if (this.session.options().raw()) {
            arguments.add("--raw");
        }
        arguments.addAll(this.session.libraryOption());
        ProgramResult recorded = this.session.doctor(length.plus(MORE), arguments.toArray(String[]::new));
        if (!Files.exists(file)) {
            this.session.folder().forget(file);
            report.paragraph("Not recorded: " + recorded.problem());
            return;
        }
        if (!recorded.ok()) {
            report.paragraph("The recording is not complete. " + recorded.problem());
        }
        ProgramResult calls = this.session.doctor(MORE, "--calls", file.toString(), "--json");
        ReportFolder.write(
                this.session.folder().open("calls.json", "return codes and times of each native call"), calls.text());
        List<List<String>> rows = rows(JsonTree.parse(calls.text()));
        if (rows.isEmpty()) {
            report.paragraph("The recording holds no calls. " + calls.problem());
            return;
        }
        report.paragraph(
                "Recorded for " + length.toSeconds() + " s with no other gpulse running; times in microseconds.");
        report.table(List.of("call", "count", "codes", "p50", "p99", "hangs"), rows);
    }

    static List<List<String>> rows(JsonTree document) {
        return document.at("calls").items().stream()
                .map((call) -> List.of(
                        call.at("call").text(),
                        call.at("count").text(),
                        call.at("codes").members().entrySet().stream()
                                .map((code) ->
                                        code.getKey() + ": " + code.getValue().text())
                                .collect(Collectors.joining(", ")),
                        call.at("p50Micros").text(),
                        call.at("p99Micros").text(),
                        call.at("hangs").text()))
                .toList();
    }
}
