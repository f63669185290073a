package io.gpulse.doctor;

import io.gpulse.recording.InvalidRecordingException;
import java.io.PrintStream;
import java.util.List;
import java.util.function.UnaryOperator;

/** Looks once at all there is, says what it found, and ends. */
public final class Doctor {

    private static final String TRACE = "gpulse.doctor.trace";

    private final Site site;
    private final ExaminationTimeouts patience;

    Doctor(Site site, ExaminationTimeouts patience) {
        this.site = site;
        this.patience = patience;
    }

    /** Ends the process, even if a thread is stuck inside of the driver. */
    public static void main(String[] args) {
        Doctor doctor = new Doctor(Site.ofThisMachine(), ExaminationTimeouts.USUAL);
        int code = doctor.visit(List.of(args), System.out, System.err).code();
        System.out.flush();
        System.err.flush();
        Runtime.getRuntime().halt(code);
    }

    ExitCode visit(List<String> arguments, PrintStream out, PrintStream err) {
        try {
            if (RecordingOptions.areMeant(arguments)) {
                return new RecordingCommand(this.site, this.patience, out).run(RecordingOptions.parse(arguments));
            }
            Options options = Options.parse(arguments);
            if (options.help()) {
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

    /** What nobody thought of, as a sentence that a user can report. */
    private static ExitCode failed(Throwable unforeseen, PrintStream err) {
        err.println("The doctor itself failed: " + unforeseen + " (-D" + TRACE + "=true shows where).");
        if (Boolean.getBoolean(TRACE)) {
            unforeseen.printStackTrace(err);
        }
        return ExitCode.TROUBLE;
    }

    private ExitCode report(Options options, PrintStream out) {
        Report report = new Examination(this.site, options, this.patience).run();
        UnaryOperator<String> mask = options.share() ? Mask.of(Secrets.of(report, this.site)) : Mask.none();
        // Numbered in the order of the document, so that both forms call the same the same.
        String json = new Json(mask).write(new JsonReport(report).document());
        out.print(options.json() ? json : TextReport.of(report, mask));
        return report.exitCode();
    }
}
