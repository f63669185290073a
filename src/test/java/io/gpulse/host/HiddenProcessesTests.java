package io.gpulse.host;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import io.gpulse.metric.Reason;
import io.gpulse.testing.Programs;
import java.io.File;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Processes that the kernel hides from other users: {@code hidepid=1} refuses their files, {@code 2} their folders. */
class HiddenProcessesTests {

    private static final String STARTED = "started";

    /** Mounts {@code /proc} for itself only, and reads a process of root as another user. */
    private static final String READER = """
            mount -t proc -o hidepid=$1 proc /proc || exit
            shift
            exec setpriv --reuid=65534 --regid=65534 --clear-groups "$@"
            """;

    @ParameterizedTest
    @ValueSource(ints = {1, 2})
    void aHiddenProcessIsNotReportedAsEnded(int hidepid) throws Exception {
        assumeThat(Programs.isOnPath("unshare") && Programs.isOnPath("setpriv")).isTrue();
        List<String> command = new ArrayList<>(List.of("unshare", "--mount", "sh", "-c", READER, "sh"));
        command.add(Integer.toString(hidepid));
        command.addAll(List.of(java(), "-XX:TieredStopAtLevel=1", "-cp", classes(), Program.class.getName()));
        command.add(Long.toString(ProcessHandle.current().pid()));
        Process reader = new ProcessBuilder(command).redirectErrorStream(true).start();
        List<String> output = new String(reader.getInputStream().readAllBytes(), StandardCharsets.UTF_8)
                .lines()
                .toList();

        assumeThat(output)
                .as("the right to mount /proc, and classes that every user can read")
                .first()
                .isEqualTo(STARTED);
        assertThat(output).containsExactly(STARTED, Reason.NO_PERMISSION.name());
    }

    /** Returns the folders of classes; the class path of the build has a file that only its user can read. */
    private static String classes() throws URISyntaxException {
        List<String> folders = new ArrayList<>();
        for (Class<?> each : List.of(ProcessStats.class, Program.class)) {
            URI folder =
                    each.getProtectionDomain().getCodeSource().getLocation().toURI();
            folders.add(Path.of(folder).toString());
        }
        return String.join(File.pathSeparator, folders);
    }

    private static String java() {
        return Path.of(System.getProperty("java.home"), "bin", "java").toString();
    }

    /** Prints why a process cannot be read. */
    static final class Program {

        public static void main(String... arguments) {
            System.out.println(STARTED);
            System.out.println(new ProcessStats(ProcFolder.at(ProcFolder.OURS))
                    .of(Integer.parseInt(arguments[0]))
                    .unread());
        }
    }
}
