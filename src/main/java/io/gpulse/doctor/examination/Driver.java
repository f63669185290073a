package io.gpulse.doctor.examination;

import io.gpulse.device.Diagnosis;
import io.gpulse.device.Source;
import io.gpulse.nvml.library.LibraryPlace;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The findings about the driver.
 *
 * @param places the places where the library was searched
 * @param onDisk library files in folders where drivers are usually installed
 * @param module the kernel module's lines; empty without one
 * @param source the driver's versions; null when they could not be read
 * @param diagnosis the checks and steps
 * @param trouble the reason why the driver cannot be queried; null when it can
 */
public record Driver(
        List<LibraryPlace> places,
        List<String> onDisk,
        List<String> module,
        @Nullable Source source,
        Diagnosis diagnosis,
        @Nullable String trouble) {

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

    /** Returns the lines of the kernel module's version. */
    public static List<String> module(HostSystem system) {
        return system.read("proc/driver/nvidia/version")
                .map((text) -> text.lines().map(String::strip).toList())
                .orElse(List.of());
    }

    /** Returns the library files in the usual folders. */
    public static List<String> onDisk(HostSystem system) {
        return FOLDERS.stream()
                .flatMap((folder) -> system.list(folder, "libnvidia-ml.so").stream())
                .map(system::shown)
                .toList();
    }

    public Optional<LibraryPlace> library() {
        return this.places.stream().filter(LibraryPlace::isLoaded).findFirst();
    }

    /** Returns the version of the kernel module. */
    public Optional<String> moduleVersion() {
        return this.module.stream().findFirst().flatMap(Driver::version);
    }

    /** Returns the version in the name of the library's file. */
    public Optional<String> libraryVersion() {
        return library()
                .flatMap((place) -> Optional.ofNullable(place.realPath()))
                .map((path) -> path.substring(path.lastIndexOf('/') + 1))
                .flatMap(Driver::version);
    }

    private static Optional<String> version(String text) {
        Matcher found = VERSION.matcher(text);
        return found.find() ? Optional.of(found.group(1)) : Optional.empty();
    }
}
