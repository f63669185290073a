package io.gpulse.kit;

import java.io.PrintStream;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * What all parts of a look share.
 *
 * @param mask what must not stand in the report
 * @param progress where one who waits reads how far it is
 */
record LookSession(
        LookOptions options,
        Kit kit,
        ReportFolder folder,
        ProgramRunner runner,
        SecretMask mask,
        PrintStream progress) {

    PhaseDurations durations() {
        return this.options.durations();
    }

    void say(String sentence) {
        this.progress.println(sentence);
    }

    /** The doctor, with the driver's library that was named. */
    ProgramResult doctor(Duration atMost, String... arguments) {
        List<String> command = new ArrayList<>(this.kit.javaCommand());
        command.addAll(List.of("-jar", this.kit.doctor().toString()));
        command.addAll(Arrays.asList(arguments));
        return this.runner.run(command, atMost);
    }

    /** The option that names the library to the doctor; empty for the usual places. */
    List<String> libraryOption() {
        return this.options
                .library()
                .map((path) -> List.of("--nvml-library=" + path))
                .orElse(List.of());
    }

    /** A file that is masked unless the look is raw. */
    Path maskedFile(String name, String what) {
        return this.options.raw() ? this.folder.secret(name, what) : this.folder.open(name, what);
    }
}
