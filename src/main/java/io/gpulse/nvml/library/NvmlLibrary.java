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
 * Where the driver's library may lie. Its exact file name comes first, since the linker knows where drivers put it; by
 * the bare name {@code nvidia-ml} it is not found when only {@code libnvidia-ml.so.1} is there.
 */
public final class NvmlLibrary {

    private static final String EXACT_NAME = "libnvidia-ml.so.1";

    private static final Path MAPPINGS = Path.of("/proc/self/maps");

    private final List<String> candidates;
    private volatile List<LibraryPlace> tried = List.of();

    private NvmlLibrary(List<String> candidates) {
        this.candidates = List.copyOf(candidates);
    }

    /** The configured path if there is one, and nothing else then; the usual places otherwise. */
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

    /** The first that can be loaded. */
    Optional<JnaNvml> load() {
        return load(this.candidates);
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

    /** What came of each place that was tried when the library was last loaded. */
    List<LibraryPlace> tried() {
        return this.tried;
    }

    /**
     * What lies on disk now, after the driver was renewed under us. By its name one would get the old mapping back; by
     * the path that the name leads to now, one gets the new file.
     */
    Optional<JnaNvml> loadAnew() {
        return load(this.candidates.stream()
                        .flatMap((candidate) -> onDisk(candidate).stream())
                        .toList())
                .or(this::load);
    }

    /** Empty where that cannot be found out: the library may work all the same. */
    private static Optional<String> onDisk(String candidate) {
        try {
            Path path = Path.of(candidate);
            return (path.isAbsolute()
                            ? Optional.of(path)
                            : mappedFolder(MAPPINGS).map((dir) -> dir.resolve(path)))
                    .flatMap(NvmlLibrary::real);
        } catch (InvalidPathException unspeakable) {
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
     * Where the linker found the library the first time, which only the kernel still knows. Names of other files that
     * are mapped can hold any bytes, and no locale has to be able to spell them.
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

    /** The name that people know it by. */
    public String name() {
        return this.candidates.get(0);
    }
}
