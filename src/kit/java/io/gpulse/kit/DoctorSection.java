package io.gpulse.kit;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** The section with the doctor's report, as text and as JSON. */
final class DoctorSection {

    private static final Duration AT_MOST = Duration.ofMinutes(3);

    private final VerificationSession session;

    DoctorSection(VerificationSession session) {
        this.session = session;
    }

    void write(Markdown report) {
        report.heading(2, "Doctor");
        ProgramResult json = run("doctor.json", "--json");
        ProgramResult text = run("doctor.txt");
        JsonTree document = JsonTree.parse(json.text());
        if (!document.present()) {
            report.paragraph("The doctor gave no report. " + json.problem());
            return;
        }
        report.paragraph("It ended with code " + text.code() + ": "
                + document.at("verdict").text());
        report.paragraph("All of it: doctor.txt, doctor.json.");
    }

    private ProgramResult run(String file, String... options) {
        List<String> arguments = new ArrayList<>(List.of(options));
        if (!this.session.options().raw()) {
            arguments.add("--share");
        }
        arguments.addAll(this.session.libraryOption());
        ProgramResult result = this.session.doctor(AT_MOST, arguments.toArray(String[]::new));
        ReportFolder.write(
                this.session.maskedFile(file, "the doctor's findings"),
                result.text().isEmpty() ? result.problem() + "\n" : result.text());
        return result;
    }
}
