package io.gpulse.bench;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** The cost of a script with pynvml, in a Python that has nvidia-ml-py. */
record Pynvml(Setting setting) {

    private static String python() {
        return Setting.property("bench.python", "python3");
    }

    boolean isThere() throws IOException {
        Process process;
        try {
            process = new ProcessBuilder(python(), "-c", "import pynvml")
                    .redirectErrorStream(true)
                    .start();
        } catch (IOException noPython) {
            return false;
        }
        process.getInputStream().readAllBytes();
        return Machine.exitOf(process) == 0;
    }

    /** Returns the reason for a missing comparison, and its remedy. */
    String missing() {
        return "No pynvml in " + python() + ": no comparison. Name a Python that has nvidia-ml-py"
                + " with -Dbench.python=";
    }

    /**
     * Runs one of our scripts.
     *
     * @param folder the folder of the driver's library
     */
    ProcessBuilder script(Path folder, String name, String... arguments) {
        List<String> command = new ArrayList<>(List.of(
                python(),
                this.setting.base().resolve("src/bench/python").resolve(name).toString()));
        command.addAll(List.of(arguments));
        ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
        builder.environment().put("LD_LIBRARY_PATH", folder.toString());
        return builder;
    }
}
