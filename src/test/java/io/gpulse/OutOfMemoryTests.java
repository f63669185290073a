package io.gpulse;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpulse.jvm.FatalErrors;
import io.gpulse.jvm.OutOfMemoryProgram;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class OutOfMemoryTests {

    @Test
    void aJvmWithoutMemoryEndsWithOneLineAndItsExitCode() {
        List<String> command = new ArrayList<>(JavaProcess.SHORT_RUN);
        command.addAll(List.of("-Xmx8m", "-cp", System.getProperty("java.class.path")));
        command.add(OutOfMemoryProgram.class.getName());

        try (JavaProcess process = new JavaProcess(command, Map.of())) {
            process.awaitEnd();

            assertThat(process.exitCode()).isEqualTo(FatalErrors.EXIT_CODE);
            assertThat(process.errors())
                    .filteredOn((line) -> line.startsWith("gpulse "))
                    .containsExactly("gpulse ends with exit code 70: OutOfMemoryError; give the JVM more memory with"
                            + " -Xmx if it recurs.");
        }
    }
}
