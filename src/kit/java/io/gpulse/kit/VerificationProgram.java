package io.gpulse.kit;

import io.gpulse.doctor.report.Mask;
import java.io.IOException;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.List;

/** The program of the script {@code look}: examines this machine for some minutes and writes a report. */
public final class VerificationProgram {

    private static final int WRITTEN = 0;
    private static final int FAILED = 1;
    private static final int USAGE = 2;

    private VerificationProgram() {}

    public static void main(String[] args) {
        int code = run(List.of(args), System.out, System.err);
        System.out.flush();
        System.exit(code);
    }

    static int run(List<String> arguments, PrintStream out, PrintStream err) {
        try {
            VerificationOptions options = VerificationOptions.parse(arguments);
            if (options.help()) {
                out.print(VerificationOptions.USAGE);
                return WRITTEN;
            }
            look(options, out);
            return WRITTEN;
        } catch (InvalidOptionException invalid) {
            err.println(invalid.getMessage());
            return USAGE;
        } catch (IOException | UncheckedIOException ex) {
            err.println("The report cannot be written: " + ex.getMessage());
            return FAILED;
        }
    }

    private static void look(VerificationOptions options, PrintStream out) throws IOException {
        ReportFolder folder = new ReportFolder(options.out());
        VerificationSession session = new VerificationSession(
                options, Kit.ofThisProcess(folder.temporary()), folder, new ProgramRunner(), new Mask(), out);
        Path report = new VerificationRun(session).run();
        out.println("The report: " + report);
        out.println(
                "Send report.md and the files next to it. The folder private/ holds UUIDs, serials, and names of hosts,"
                        + " users and processes"
                        + (options.raw()
                                ? ", and so does all else, since --raw was given."
                                : "; look at it before you send it."));
    }
}
