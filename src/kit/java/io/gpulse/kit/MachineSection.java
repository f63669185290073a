package io.gpulse.kit;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/** The section about the machine and this user's permissions. */
final class MachineSection {

    private static final Path DEV = Path.of("/dev");

    private final VerificationSession session;

    MachineSection(VerificationSession session) {
        this.session = session;
    }

    void write(Markdown report) {
        learnNames();
        Map<String, String> facts = new LinkedHashMap<>();
        facts.put("system", line("/etc/os-release", "PRETTY_NAME=").orElse("unknown"));
        facts.put("kernel", first("/proc/version").orElse("unknown"));
        facts.put(
                "processors",
                Runtime.getRuntime().availableProcessors() + " x "
                        + line("/proc/cpuinfo", "model name").orElse("unknown"));
        facts.put("memory", line("/proc/meminfo", "MemTotal").orElse("unknown"));
        facts.put("driver in the kernel", first("/proc/driver/nvidia/version").orElse("not loaded"));
        facts.put("Java of the kit", System.getProperty("java.vm.name") + " " + System.getProperty("java.version"));
        facts.put("user", isRoot() ? "root" : "not root");
        facts.put("device nodes", nodes());
        report.heading(2, "Machine");
        report.table(
                List.of("property", "value"),
                facts.entrySet().stream()
                        .map((fact) -> List.of(fact.getKey(), fact.getValue()))
                        .toList());
        report.heading(3, "Not seen without root");
        report.list(unseen());
    }

    private void learnNames() {
        first("/proc/sys/kernel/hostname")
                .ifPresent((name) -> this.session.mask().learn("host", name));
        Stream.of("USER", "LOGNAME", "SUDO_USER")
                .map(System.getenv()::get)
                .flatMap(Stream::ofNullable)
                .forEach((name) -> this.session.mask().learn("user", name));
    }

    private static List<String> unseen() {
        if (isRoot()) {
            return List.of("Nothing: this was run by root.");
        }
        List<String> unseen = new ArrayList<>();
        unseen.add("Owners and command lines of other users' processes, where /proc is mounted with hidepid.");
        unseen.add("Accounting and GPM figures, where the driver restricts them to root"
                + " (RmProfilingAdminOnly: "
                + line("/proc/driver/nvidia/params", "RmProfilingAdminOnly").orElse("unknown") + ").");
        unseen.add("The kernel log with its Xid messages.");
        return unseen;
    }

    private static boolean isRoot() {
        return line("/proc/self/status", "Uid")
                .map((ids) -> ids.split("\\s+")[0])
                .orElse("")
                .equals("0");
    }

    private static String nodes() {
        try (Stream<Path> files = Files.list(DEV)) {
            List<String> nodes = files.filter(
                            (file) -> file.getFileName().toString().startsWith("nvidia"))
                    .filter((file) -> !Files.isDirectory(file))
                    .map((file) -> file.getFileName() + (Files.isReadable(file) ? "" : " (not readable)"))
                    .sorted()
                    .toList();
            return nodes.isEmpty() ? "none" : String.join(", ", nodes);
        } catch (IOException ex) {
            return "unknown: " + ex.getMessage();
        }
    }

    private static Optional<String> first(String file) {
        return line(file, "");
    }

    /** Returns the rest of the first line with this beginning. */
    private static Optional<String> line(String file, String beginning) {
        try {
            return Files.readAllLines(Path.of(file)).stream()
                    .filter((line) -> line.startsWith(beginning))
                    .map((line) -> line.substring(beginning.length())
                            .replaceAll("^[\\s:=]+|\"", "")
                            .strip())
                    .findFirst();
        } catch (IOException unreadable) {
            return Optional.empty();
        }
    }
}
