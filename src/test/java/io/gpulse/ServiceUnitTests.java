package io.gpulse;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpulse.testing.Programs;
import io.gpulse.testing.Wait;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIf;
import org.junit.jupiter.api.io.TempDir;

/** The unit of systemd: its rights by systemd's own measure, and what gpulse needs in spite of them. */
class ServiceUnitTests {

    private static final Path UNIT = Path.of("deploy/systemd/gpulse.service");

    /** systemd's exposure of 2.5 of 10; a service with no limits has 9.6. */
    private static final String MOST_EXPOSED = "25";

    @TempDir
    Path folder;

    static boolean hasSystemd() {
        return Programs.isPresent("systemd-analyze");
    }

    private static List<String> values(String name) throws IOException {
        return Files.readAllLines(UNIT).stream()
                .filter((line) -> line.startsWith(name + "="))
                .map((line) -> line.substring(name.length() + 1))
                .toList();
    }

    /** Returns the output, after the exit code. */
    private String output(List<String> command) throws IOException, InterruptedException {
        Path output = this.folder.resolve("output");
        Process process = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(output.toFile())
                .start();
        assertThat(process.waitFor(Wait.PATIENCE.toSeconds(), TimeUnit.SECONDS)).isTrue();
        return process.exitValue() + " " + Files.readString(output);
    }

    @Test
    @EnabledIf(value = "hasSystemd", disabledReason = "no systemd-analyze on the PATH: the unit is not measured")
    void theServiceHasFewRights() throws Exception {
        String found = output(List.of(
                "systemd-analyze", "security", "--offline=true", "--threshold=" + MOST_EXPOSED, UNIT.toString()));

        assertThat(found).startsWith("0 ").contains("Overall exposure level for gpulse.service");
    }

    @Test
    @EnabledIf(value = "hasSystemd", disabledReason = "no systemd-analyze on the PATH: the unit is not read")
    void systemdKnowsEveryLine() throws Exception {
        Path unit = this.folder.resolve("gpulse.service");
        String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
        Files.writeString(unit, Files.readString(UNIT).replace("/usr/bin/java", java));

        assertThat(output(List.of("systemd-analyze", "verify", unit.toString())))
                .isEqualTo("0 ");
        Files.writeString(unit, Files.readString(unit).replace("DevicePolicy=", "DevicesPolicy="));
        assertThat(output(List.of("systemd-analyze", "verify", unit.toString())))
                .contains("DevicesPolicy");
    }

    @Test
    void javaAcceptsItsOptions() throws Exception {
        List<String> words = List.of(values("ExecStart").get(0).split(" "));
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(words.subList(1, words.indexOf("-jar")));
        command.add("--version");

        assertThat(output(command)).startsWith("0 ").doesNotContainIgnoringCase("warning");
    }

    @Test
    void gpulseReachesTheDriverAndTheProcesses() throws IOException {
        assertThat(values("DeviceAllow")).containsExactly("char-nvidia* rw", "char-195 rw", "/dev/dxg rw");
        for (String hidden : List.of("PrivateDevices", "ProtectProc", "ProcSubset", "PrivateUsers", "PrivateNetwork")) {
            assertThat(values(hidden)).as(hidden).isEmpty();
        }
        assertThat(values("MemoryDenyWriteExecute")).isEmpty();
        assertThat(values("Environment")).contains("MALLOC_ARENA_MAX=2");
        assertThat(values("StateDirectory")).containsExactly("gpulse");
    }
}
