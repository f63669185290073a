package io.gpulse.doctor;

import io.gpulse.doctor.examination.ExaminationTimeouts;
import io.gpulse.doctor.report.Document;
import io.gpulse.doctor.report.MaskedJson;
import io.gpulse.doctor.report.Report;
import io.gpulse.doctor.report.Secrets;
import io.gpulse.doctor.report.TextReport;
import io.gpulse.recording.InvalidRecordingException;
import io.gpulse.setup.HostSystem;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.List;
import java.util.function.UnaryOperator;

/** The doctor's entry point: examines the machine once, prints a report and ends. */
public final class Doctor {

    private static final String TRACE = "gpulse.doctor.trace";

    private final HostSystem system;
    private final ExaminationTimeouts timeouts;

    Doctor(HostSystem system, ExaminationTimeouts timeouts) {
        this.system = system;
        this.timeouts = timeouts;
    }

    /** Ends the process, even if a thread is stuck inside of the driver. */
    public static void main(String[] args) {
        Doctor doctor = new Doctor(HostSystem.ofThisMachine(), ExaminationTimeouts.USUAL);
        int code = doctor.visit(List.of(args), System.out, System.err).code();
        System.out.flush();
        System.err.flush();
        Runtime.getRuntime().halt(code);
    }

    ExitCode visit(List<String> arguments, PrintStream out, PrintStream err) {
        try {
            Options options = Options.parse(ServerSettings.asOptions(arguments, this.system.environment()));
            Path recording = options.recording();
            if (recording != null) {
                return new RecordingCommand(this.system, this.timeouts, out).run(options, recording);
            }
            if (options.isGiven("--help") || options.isGiven("-h")) {
                out.print(Usage.text());
                return ExitCode.FINE;
            }
            return report(options, out);
        } catch (BadOptionException | InvalidRecordingException bad) {
            err.println(bad.getMessage());
            return ExitCode.USAGE;
        } catch (RuntimeException | Error unforeseen) {
            return failed(unforeseen, err);
        }
    }

    /** Returns an unexpected failure as a sentence that a user can report. */
    private static ExitCode failed(Throwable unforeseen, PrintStream err) {
        err.println("The doctor itself failed: " + unforeseen + " (-D" + TRACE + "=true shows where).");
        if (Boolean.getBoolean(TRACE)) {
            unforeseen.printStackTrace(err);
        }
        return ExitCode.TROUBLE;
    }

    private ExitCode report(Options options, PrintStream out) {
        Report report = new Examination(this.system, options, this.timeouts).run();
        Document document = report.document();
        UnaryOperator<String> mask =
                options.isGiven("--share") ? Secrets.mask(report, document, this.system) : UnaryOperator.identity();
        // The JSON is written first in both cases, so that both forms have the same numbers.
        String json = new MaskedJson(mask).write(document);
        out.print(options.isGiven("--json") ? json : TextReport.of(document, mask));
        return report.exitCode();
    }
}
