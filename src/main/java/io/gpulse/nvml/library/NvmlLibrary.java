package io.gpulse.nvml.library;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The possible places of the driver's library. Its exact file name comes first, since the linker knows the folders of
 * drivers; the bare name {@code nvidia-ml} is not found where only {@code libnvidia-ml.so.1} exists.
 */
public final class NvmlLibrary implements LibraryLoader {

    private static final String EXACT_NAME = "libnvidia-ml.so.1";

    private static final Path MAPPINGS = Path.of("/proc/self/maps");

    private final List<String> candidates;
    private volatile List<LibraryPlace> tried = List.of();

    private NvmlLibrary(List<String> candidates) {
        this.candidates = List.copyOf(candidates);
    }

    /** Returns a loader of the configured path only, or of the usual places. */
    public static NvmlLibrary at(@Nullable Path configured) {
        if (configured != null) {
            return new NvmlLibrary(List.of(configured.toAbsolutePath().toString()));
        }
        boolean windows =
                System.getProperty("os.name", "").toLowerCase(Locale.ROOT).startsWith("windows");
        return new NvmlLibrary(windows ? windowsPlaces() : linuxPlaces());
    }

    private static List<String> linuxPlaces() {
        return List.of(EXACT_NAME, "/usr/lib/wsl/lib/" + EXACT_NAME, "libnvidia-ml.so");
    }

    private static List<String> windowsPlaces() {
        List<String> places = new ArrayList<>(List.of("nvml.dll"));
        Optional.ofNullable(System.getenv("ProgramW6432"))
                .ifPresent((programs) -> places.add(programs + "\\NVIDIA Corporation\\NVSMI\\nvml.dll"));
        return places;
    }

    /**
     * Loads the first library that can be loaded. After an upgrade of the driver the linker would return the old
     * mapping for a name, so the resolved path of the new file comes first.
     */
    @Override
    public Optional<JnaNvml> load(boolean replaced) {
        if (!replaced) {
            return load(this.candidates);
        }
        return load(this.candidates.stream()
                        .flatMap((candidate) -> onDisk(candidate).stream())
                        .toList())
                .or(() -> load(this.candidates));
    }

    private Optional<JnaNvml> load(List<String> places) {
        List<LibraryPlace> outcomes = new ArrayList<>();
        Optional<JnaNvml> loaded = Optional.empty();
        for (int i = 0; i < places.size() && loaded.isEmpty(); i++) {
            String place = places.get(i);
            List<String> refusals = new ArrayList<>();
            loaded = JnaNvml.load(place, refusals::add);
            outcomes.add(
                    loaded.isPresent()
                            ? LibraryPlace.loaded(place, onDisk(place).orElse(null))
                            : LibraryPlace.refused(place, String.join(" ", refusals)));
        }
        this.tried = List.copyOf(outcomes);
        return loaded;
    }

    @Override
    public List<LibraryPlace> tried() {
        return this.tried;
    }

    /** Returns the file of a candidate; empty where it is not known, although the library may work. */
    private static Optional<String> onDisk(String candidate) {
        try {
            Path path = Path.of(candidate);
            return (path.isAbsolute()
                            ? Optional.of(path)
                            : mappedFolder(MAPPINGS).map((dir) -> dir.resolve(path)))
                    .flatMap(NvmlLibrary::real);
        } catch (InvalidPathException invalid) {
            return Optional.empty();
        }
    }

    private static Optional<String> real(Path path) {
        try {
            return Optional.of(path.toRealPath().toString());
        } catch (IOException gone) {
            return Optional.empty();
        }
    }

    /**
     * Returns the folder in which the linker found the library the first time, from the kernel's list of mapped files.
     * The names of other mapped files may contain bytes that are invalid in the locale.
     */
    static Optional<Path> mappedFolder(Path mappings) {
        try {
            return new String(Files.readAllBytes(mappings), StandardCharsets.UTF_8)
                    .lines()
                    .filter((mapping) -> mapping.contains("/libnvidia-ml.so"))
                    .map((mapping) -> Path.of(mapping.substring(mapping.indexOf('/'))))
                    .flatMap((library) -> Optional.ofNullable(library.getParent()).stream())
                    .findFirst();
        } catch (IOException | InvalidPathException unknown) {
            return Optional.empty();
        }
    }

    /** Returns the name for messages. */
    public String name() {
        return this.candidates.get(0);
    }
}
