package io.gpulse.parity;

import io.gpulse.testing.TestServer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/** How many cells of real machines' nvidia-smi come out the same. */
public final class ParityFigures {

    private ParityFigures() {}

    /**
     * @param usual of Linux, without MIG
     * @param equal number of equal cells among those with a public symbol
     * @param covered number of answered cells among them
     * @param total number of cells with a public symbol
     * @param cells number of all cells of the transcript
     * @param differences the cells that differ
     */
    public record Line(
            String transcript,
            boolean usual,
            long equal,
            long covered,
            long total,
            int cells,
            List<String> differences) {}

    /** A line for each transcript; none where there are no recordings. */
    public static List<Line> of(Path work) throws Exception {
        List<Line> lines = new ArrayList<>();
        try (TestServer server = TestServer.started("logging.level.root=ERROR")) {
            for (Transcript transcript : Transcript.all()) {
                Path folder = work.resolve(transcript.name() + "-" + System.nanoTime());
                server.takes(new Rehearsal(folder, NativeSources.byProperty()).of(transcript));
                lines.add(line(Comparison.of(transcript, server), Facts.mappedToPublicSymbols()));
            }
        }
        return lines;
    }

    private static Line line(Comparison comparison, Set<String> mapped) {
        List<String> reported = comparison.headers(mapped);
        Transcript transcript = comparison.transcript();
        return new Line(
                transcript.name(),
                transcript.isUsual(),
                reported.stream().filter(comparison::isEqual).count(),
                reported.stream().filter(comparison::isCovered).count(),
                reported.size(),
                transcript.cells().size(),
                transcript.cells().keySet().stream()
                        .filter((header) -> !comparison.isEqual(header))
                        .map(comparison::difference)
                        .toList());
    }
}
