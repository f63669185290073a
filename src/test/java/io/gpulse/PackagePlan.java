package io.gpulse;

import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The table of packages in the root's package-info. */
final class PackagePlan {

    /** The imports of features about the current state. */
    private static final Set<String> PRESENT = Set.of("view", "web", "sampling", "device", "metric");

    /** The imports of features that report alerts and free GPUs to others. */
    private static final Set<String> MESSAGES =
            with(with(with(with(with(PRESENT, "jvm"), "history"), "event"), "insight"), "selection");

    /** The features that may use Spring's web packages. */
    private static final Set<String> HTTP = Set.of(
            "web",
            "view",
            "snapshot",
            "stream",
            "status",
            "text",
            "selection",
            "history",
            "report",
            "event",
            "insight",
            "start",
            "story",
            "workload",
            "notify",
            "fleet",
            "mcp",
            "prometheus",
            "security",
            "ui");

    /** The imports of each package. A package without a row is not permitted. */
    static final Map<String, Set<String>> IMPORTS = Map.ofEntries(
            Map.entry("metric", Set.of()),
            Map.entry("device", Set.of("metric")),
            Map.entry("setup", Set.of("device")),
            Map.entry("nvml", Set.of("setup", "device", "metric")),
            Map.entry("smi", Set.of("setup", "device", "metric")),
            Map.entry("demo", Set.of("nvml", "device", "metric")),
            Map.entry("recording", Set.of("nvml", "device", "metric")),
            Map.entry("host", Set.of("device", "metric")),
            Map.entry("sampling", Set.of("device", "metric")),
            Map.entry("jvm", Set.of()),
            Map.entry("web", Set.of("jvm", "metric")),
            Map.entry("view", Set.of("web", "device", "metric")),
            Map.entry("snapshot", PRESENT),
            Map.entry("stream", PRESENT),
            Map.entry("status", with(with(PRESENT, "jvm"), "setup")),
            Map.entry("rounds", Set.of("web", "sampling", "device", "metric")),
            Map.entry("selection", with(with(PRESENT, "rounds"), "stream")),
            Map.entry("history", with(PRESENT, "rounds")),
            Map.entry("report", with(with(with(with(PRESENT, "rounds"), "history"), "event"), "workload")),
            Map.entry("event", with(PRESENT, "history")),
            Map.entry("insight", with(with(PRESENT, "history"), "event")),
            Map.entry("start", with(with(with(PRESENT, "rounds"), "history"), "insight")),
            Map.entry("workload", with(with(PRESENT, "history"), "event")),
            Map.entry("story", with(with(with(PRESENT, "history"), "event"), "workload")),
            Map.entry("notify", MESSAGES),
            Map.entry("fleet", MESSAGES),
            Map.entry("mcp", Set.of("selection", "view", "web")),
            Map.entry("text", with(with(PRESENT, "rounds"), "stream")),
            Map.entry("prometheus", Set.of("web", "sampling", "device", "metric")),
            Map.entry("security", Set.of("web")),
            Map.entry("ui", Set.of("web")),
            Map.entry("doctor", Set.of("setup", "nvml", "smi", "recording", "device", "metric")),
            Map.entry(
                    "startup",
                    Set.of("doctor", "recording", "security", "web", "sampling", "jvm", "device", "metric")));

    /** Libraries, with the packages that may use them. */
    static final Map<String, Set<String>> ALONE = Map.ofEntries(
            Map.entry("com.sun.jna", Set.of("nvml")),
            Map.entry("com.sun.management", Set.of("jvm")),
            Map.entry("org.springframework.web", HTTP),
            Map.entry("org.springdoc", HTTP),
            Map.entry("io.swagger", HTTP),
            Map.entry("io.netty", Set.of("web", "stream", "security")),
            Map.entry("io.prometheus", Set.of("prometheus")),
            Map.entry("org.springframework.security", Set.of("security")),
            Map.entry("com.samskivert", Set.of("mcp", "security")),
            Map.entry("org.sqlite", Set.of("history")),
            Map.entry("org.springframework.jdbc", Set.of("history")),
            Map.entry("java.sql", Set.of("history")),
            Map.entry("jakarta.servlet", Set.of()),
            Map.entry("org.springframework.web.servlet", Set.of()));

    private PackagePlan() {}

    private static Set<String> with(Set<String> packages, String another) {
        return Stream.concat(packages.stream(), Stream.of(another)).collect(Collectors.toUnmodifiableSet());
    }
}
