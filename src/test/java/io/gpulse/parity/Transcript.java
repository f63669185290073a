package io.gpulse.parity;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * The output of nvidia-smi for one GPU of a real machine.
 *
 * @param name of the recording
 * @param cells of {@code --query-gpu}, by header
 * @param processes the lines of {@code --query-compute-apps} after the GPU's columns: PID, name, memory
 */
record Transcript(String name, Map<String, String> cells, List<List<String>> processes) {

    static final Path FOLDER = Path.of("../shared/captures/csv");

    private static final String GPUS = ".query-gpu.csv";
    private static final String APPS = ".compute-apps.csv";
    private static final int PID = 5;

    /** All there are; those of Linux without MIG first. */
    static List<Transcript> all() {
        try (Stream<Path> files = Files.list(FOLDER)) {
            return files.map((file) -> file.getFileName().toString())
                    .filter((file) -> file.endsWith(GPUS))
                    .map((file) -> file.substring(0, file.length() - GPUS.length()))
                    .sorted(java.util.Comparator.comparing(Transcript::isSpecial)
                            .thenComparing(java.util.Comparator.naturalOrder()))
                    .map(Transcript::read)
                    .toList();
        } catch (IOException broken) {
            throw new UncheckedIOException(broken);
        }
    }

    private static boolean isSpecial(String name) {
        return name.contains("-mig-") || name.contains("-win-");
    }

    /** Of Linux, without MIG. */
    boolean isUsual() {
        return !isSpecial(this.name);
    }

    private static Transcript read(String name) {
        List<String> gpu = lines(name + GPUS);
        List<String> headers = cells(gpu.get(0));
        List<String> values = cells(gpu.get(1));
        Map<String, String> byHeader = new LinkedHashMap<>();
        for (int column = 0; column < headers.size(); column++) {
            byHeader.put(headers.get(column), values.get(column));
        }
        List<List<String>> processes = lines(name + APPS).stream()
                .skip(1)
                .map(Transcript::cells)
                .map((cells) -> cells.subList(PID, cells.size()))
                .toList();
        return new Transcript(name, byHeader, processes);
    }

    private static List<String> lines(String file) {
        try {
            return Files.readAllLines(FOLDER.resolve(file));
        } catch (IOException broken) {
            throw new UncheckedIOException(broken);
        }
    }

    static List<String> cells(String line) {
        return Arrays.asList(line.split(", ", -1));
    }

    /** A header without its unit. */
    static String property(String header) {
        return header.split(" ", 2)[0];
    }
}
