package io.gpulse.parity;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.gpulse.nvml.NeedsCompiler;
import io.gpulse.testing.Http;
import io.gpulse.testing.TestServer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Compares the log of {@code nvidia-smi -q} with gpulse's when the C driver reports the CSV of the same machine. The
 * log was taken a moment after the CSV: changing values may differ.
 */
@NeedsCompiler
class LogParityTests {

    private static final Path LOGS = Path.of("../shared/captures/text");
    private static final int INDENT = 4;

    /** Values that the CSV, and therefore the C driver, lacks. */
    private static final String UNPRINTED = "Product (Brand|Architecture)|Minor Number|Board Part Number|BAR1 .*"
            + "|PCI/Replay.*|PCI/[TR]x .*|PCI/.* Classcode|.*Max Clocks/Video|Display (Mode|Attached)"
            + "|MultiGPU Board|Board ID|GPU Virtualization Mode/.*|GSP Firmware Version|ECC Errors/.* Pending"
            + "|ECC Errors/Unrepairable Memory|GPU Memory Power Readings/.*|Max Customer Boost Clocks/.*"
            + "|.*Display Clock Setting|Temperature/.*(Shutdown|Slowdown|Max|Target).*|FB Memory Usage/.*"
            + "|FBC Stats/.*";

    /** Values that change within a second. */
    private static final String MOVING = "Performance State|Clocks Event Reasons.*|Utilization/.*|Encoder Stats/.*"
            + "|Temperature/.*Current.*|Temperature/GPU T.Limit.*|GPU Power Readings/.*Draw|Clocks/.*|Fan Speed"
            + "|PCI/GPU Link Info/.*Current|Processes.*";

    private static TestServer server;

    @TempDir
    Path folder;

    @BeforeAll
    static void start() {
        assumeTrue(Files.isDirectory(LOGS), "the recordings are not here");
        server = TestServer.started();
    }

    @AfterAll
    static void stop() {
        if (server != null) {
            server.close();
        }
    }

    static Stream<Transcript> transcripts() {
        return Files.isDirectory(Transcript.FOLDER) ? Transcript.all().stream() : Stream.empty();
    }

    @ParameterizedTest(allowZeroInvocations = true)
    @MethodSource("transcripts")
    void everyLineIsOneOfNvidiaSmis(Transcript transcript) throws Exception {
        server.takes(new Rehearsal(this.folder, NativeSources.byProperty()).of(transcript));
        Map<String, String> theirs = byPath(Files.readAllLines(LOGS.resolve(transcript.name() + ".q.txt")));

        Map<String, String> ours =
                byPath(Http.get(server, "/api/v1/query?q").body().lines().toList());

        Map<String, String> different = ours.entrySet().stream()
                .filter((line) -> !line.getKey().contains("Samples"))
                .filter((line) ->
                        !line.getKey().matches(UNPRINTED) && !line.getKey().matches(MOVING))
                .filter((line) -> !line.getValue().equals(theirs.get(line.getKey())))
                .collect(Collectors.toMap(
                        Map.Entry::getKey,
                        (line) -> line.getValue() + " here, " + theirs.get(line.getKey()) + " there"));
        assertThat(ours).hasSizeGreaterThan(100);
        assertThat(different).isEmpty();
    }

    @ParameterizedTest(allowZeroInvocations = true)
    @MethodSource("transcripts")
    void everyLabelIsOneOfNvidiaSmis(Transcript transcript) throws Exception {
        server.takes(new Rehearsal(this.folder, NativeSources.byProperty()).of(transcript));
        Map<String, String> theirs = byPath(Files.readAllLines(LOGS.resolve(transcript.name() + ".q.txt")));

        Map<String, String> ours =
                byPath(Http.get(server, "/api/v1/query?q").body().lines().toList());

        // The C driver reports no thresholds, and nvidia-smi on Windows no PCI classes.
        assertThat(ours.keySet())
                .filteredOn((path) ->
                        !path.contains("Samples") && !path.matches("Temperature/.*|PCI/.* Classcode|Processes.*"))
                .isSubsetOf(theirs.keySet());
    }

    /** The lines behind the GPU's own, by the labels above them. */
    private static Map<String, String> byPath(List<String> lines) throws IOException {
        Map<String, String> values = new LinkedHashMap<>();
        Deque<String> labels = new ArrayDeque<>();
        boolean ofGpu = false;
        for (String line : lines) {
            ofGpu |= line.startsWith("GPU 0");
            int depth = (line.length() - line.stripLeading().length()) / INDENT;
            if (!ofGpu || depth == 0) {
                continue;
            }
            while (labels.size() >= depth) {
                labels.removeLast();
            }
            String[] labelAndValue = line.strip().split(" +: ", 2);
            labels.addLast(labelAndValue[0]);
            if (labelAndValue.length == 2) {
                values.put(String.join("/", labels), labelAndValue[1]);
            }
        }
        return values;
    }
}
