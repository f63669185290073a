package io.gpulse.doctor.examination;

import io.gpulse.setup.ContainerEnvironment;
import io.gpulse.setup.HostSystem;
import java.io.IOException;
import java.io.InputStream;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.stream.Stream;

/**
 * The machine and the user that run gpulse; its components are keys of the report.
 *
 * @param host the name of the machine or container
 * @param user the effective user
 * @param ids the user's number and those of its groups
 * @param containerMarks signs of a container; none outside of one
 * @param variables the environment variables by which container tools choose GPUs and driver capabilities
 * @param wsl whether this is Linux on Windows
 */
public record Machine(
        String host,
        String system,
        String kernel,
        String java,
        String user,
        String ids,
        boolean container,
        List<String> containerMarks,
        Map<String, String> variables,
        boolean wsl) {

    private static final String UNKNOWN = "unknown";

    public static Machine of(HostSystem system) {
        ContainerEnvironment around = ContainerEnvironment.of(system);
        return new Machine(
                system.read("proc/sys/kernel/hostname").orElse(UNKNOWN),
                system.read("etc/os-release").flatMap(Machine::prettyName).orElse(property("os.name")) + ", "
                        + property("os.arch"),
                system.read("proc/sys/kernel/osrelease").orElse(property("os.version")),
                property("java.version") + " (" + property("java.vendor") + "), " + property("java.home"),
                property("user.name"),
                ids(system),
                around.container(),
                around.marks(),
                around.variables(),
                around.wsl());
    }

    /** Returns the version that the build stored next to the classes. */
    public static String version() {
        try (InputStream written = Machine.class.getResourceAsStream("/META-INF/build-info.properties")) {
            Properties facts = new Properties();
            if (written != null) {
                facts.load(written);
            }
            return facts.getProperty("build.version", UNKNOWN);
        } catch (IOException unreadable) {
            return UNKNOWN;
        }
    }

    private static String property(String name) {
        return System.getProperty(name, UNKNOWN);
    }

    private static Optional<String> prettyName(String release) {
        return line(release, "PRETTY_NAME=").map((name) -> name.replace("\"", ""));
    }

    /** Returns, for example, {@code uid 1000, groups 1000 44}; the effective id is the second number. */
    private static String ids(HostSystem system) {
        String status = system.read("proc/self/status").orElse("");
        String uid = line(status, "Uid:").map((all) -> all.split("\\s+")[1]).orElse(UNKNOWN);
        String groups = line(status, "Groups:").orElse("");
        return "uid " + uid + (groups.isEmpty() ? "" : ", groups " + groups);
    }

    private static Optional<String> line(String text, String beginning) {
        return Stream.of(text.split("\n"))
                .filter((line) -> line.startsWith(beginning))
                .map((line) -> line.substring(beginning.length()).strip())
                .findFirst();
    }
}
