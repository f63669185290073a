package io.gpulse.setup;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** The files of the NVIDIA driver on a machine. */
public final class DriverFiles {

    private static final List<String> FOLDERS = List.of(
            "usr/lib/x86_64-linux-gnu",
            "usr/lib/aarch64-linux-gnu",
            "usr/lib64",
            "usr/lib",
            "usr/lib/wsl/lib",
            "usr/local/nvidia/lib64",
            "run/nvidia/driver/usr/lib/x86_64-linux-gnu",
            "run/opengl-driver/lib");

    private static final Pattern VERSION = Pattern.compile("\\b(\\d{3}\\.\\d+(?:\\.\\d+)?)\\b");

    private DriverFiles() {}

    /** Returns the library files in folders where drivers are usually installed. */
    public static List<String> libraries(HostSystem system) {
        return files(system).map(system::shown).toList();
    }

    private static Stream<Path> files(HostSystem system) {
        return FOLDERS.stream().flatMap((folder) -> system.list(folder, "libnvidia-ml.so").stream());
    }

    /** Returns the version of the library that programs load; files of other versions can be next to it. */
    static Optional<String> libraryVersion(HostSystem system) {
        Stream<Path> loaded = files(system)
                .filter((file) -> file.endsWith("libnvidia-ml.so.1"))
                .map(DriverFiles::target);
        return Stream.concat(loaded, files(system))
                .flatMap((file) -> version(file.getFileName().toString()).stream())
                .findFirst();
    }

    private static Path target(Path link) {
        try {
            return link.toRealPath();
        } catch (IOException broken) {
            return link;
        }
    }

    /** Returns the lines of the kernel module's version; empty when it is not loaded. */
    public static List<String> module(HostSystem system) {
        return system.read("proc/driver/nvidia/version")
                .map((text) -> text.lines().map(String::strip).toList())
                .orElse(List.of());
    }

    /** Returns whether the kernel module is loaded. */
    public static boolean hasModule(HostSystem system) {
        return system.has("sys/module/nvidia") || system.has("proc/driver/nvidia/version");
    }

    /** Returns the bus ids of the GPUs that the kernel module serves, such as {@code 0000:1b:00.0}. */
    public static List<String> gpus(HostSystem system) {
        return system.list("proc/driver/nvidia/gpus", "").stream()
                .map((folder) -> folder.getFileName().toString())
                .toList();
    }

    /** Returns all device nodes. */
    public static List<Path> nodes(HostSystem system) {
        List<Path> nodes = new ArrayList<>(system.list("dev", "nvidia"));
        nodes.addAll(system.list("dev/nvidia-caps", "nvidia-cap"));
        nodes.addAll(system.list("dev", "dxg"));
        return nodes.stream().filter((node) -> !Files.isDirectory(node)).toList();
    }

    /** Returns whether the device node by which the driver is queried exists. */
    public static boolean hasControlNode(HostSystem system) {
        return system.has("dev/nvidiactl") || system.has("dev/dxg");
    }

    /** Returns the version of the driver that a text contains. */
    public static Optional<String> version(String text) {
        Matcher found = VERSION.matcher(text);
        return found.find() ? Optional.of(found.group(1)) : Optional.empty();
    }
}
