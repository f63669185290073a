package io.gpulse.kit;

import io.gpulse.doctor.report.Mask;
import java.io.PrintStream;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * The state shared by all sections of a run.
 *
 * @param mask the values to keep out of the report
 * @param progress receives progress messages
 */
record VerificationSession(
        VerificationOptions options,
        Kit kit,
        ReportFolder folder,
        ProgramRunner runner,
        Mask mask,
        PrintStream progress) {

    PhaseDurations durations() {
        return this.options.durations();
    }

    void report(String sentence) {
        this.progress.println(sentence);
    }

    /** Runs the doctor with the configured library of the driver. */
    ProgramResult doctor(Duration atMost, String... arguments) {
        List<String> command = new ArrayList<>(this.kit.javaCommand());
        command.addAll(List.of("-jar", this.kit.doctor().toString()));
        command.addAll(Arrays.asList(arguments));
        return this.runner.run(command, atMost);
    }

    /** Returns the doctor's option for the library; empty for the usual places. */
    List<String> libraryOption() {
        return this.options
                .library()
                .map((path) -> List.of("--nvml-library=" + path))
                .orElse(List.of());
    }

    /** Returns a file that is masked unless {@code --raw} is given. */
    Path maskedFile(String name, String what) {
        return this.options.raw() ? this.folder.secret(name, what) : this.folder.open(name, what);
    }
}
