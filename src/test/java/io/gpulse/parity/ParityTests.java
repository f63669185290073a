package io.gpulse.parity;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.gpulse.nvml.NeedsCompiler;
import io.gpulse.parity.NativeSources.NativeValue;
import io.gpulse.testing.Http;
import io.gpulse.testing.TestServer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Compares the output of nvidia-smi on real machines with that of {@code /query} when the C driver reports the same
 * values in native form.
 */
@NeedsCompiler
class ParityTests {

    /** Properties that nvidia-smi reads without the public library, and those that cannot be equal. */
    private static final Set<String> KNOWN_TO_DIFFER = Set.of(
            "timestamp",
            "pcie.link.gen.hostmax",
            "display_attached",
            "inforom.checksum_validation",
            "edpp_multiplier",
            "platform.gpu_fabric_guid");

    private static TestServer server;

    @TempDir
    Path folder;

    @BeforeAll
    static void start() {
        assumeTrue(Files.isDirectory(Transcript.FOLDER), "the recordings are not here");
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
    void everyCellWithAPublicSymbolIsEqual(Transcript transcript) throws Exception {
        Comparison comparison = compared(transcript, NativeSources.byProperty());

        List<String> reported = comparison.headers(Facts.mappedToPublicSymbols());

        assertThat(reported).hasSizeGreaterThan(100);
        assertThat(reported.stream()
                        .filter((header) -> !comparison.isEqual(header))
                        .map(comparison::difference))
                .isEmpty();
    }

    @ParameterizedTest(allowZeroInvocations = true)
    @MethodSource("transcripts")
    void otherDifferencesAreKnown(Transcript transcript) throws Exception {
        Comparison comparison = compared(transcript, NativeSources.byProperty());

        assertThat(transcript.cells().keySet())
                .filteredOn((header) -> !comparison.isEqual(header))
                .extracting(Transcript::property)
                .isSubsetOf(KNOWN_TO_DIFFER);
    }

    @ParameterizedTest(allowZeroInvocations = true)
    @MethodSource("transcripts")
    void processesThatComputeAreTheSame(Transcript transcript) throws Exception {
        compared(transcript, NativeSources.byProperty());

        List<String> lines = Http.get(
                        server, "/api/v1/query?query-compute-apps=pid,process_name,used_memory&format=csv,noheader")
                .body()
                .lines()
                .toList();

        assertThat(lines.stream().map(Transcript::cells)).containsExactlyInAnyOrderElementsOf(transcript.processes());
    }

    @Test
    void aDriverThatSwapsTwoFieldsIsNoticed() throws Exception {
        Transcript transcript = Transcript.all().stream()
                .filter((candidate) -> candidate.name().equals("h200-590.48.load"))
                .findFirst()
                .orElseThrow();
        Map<String, NativeValue> swapped = new HashMap<>(NativeSources.byProperty());
        NativeValue average = Objects.requireNonNull(swapped.get("power.draw.average"));
        swapped.put("power.draw.average", Objects.requireNonNull(swapped.get("power.draw.instant")));
        swapped.put("power.draw.instant", average);

        Comparison comparison = compared(transcript, swapped);

        assertThat(comparison.isEqual("power.draw.average [W]")).isFalse();
        assertThat(comparison.isEqual("power.draw.instant [W]")).isFalse();
        assertThat(comparison.isEqual("power.draw [W]")).isTrue();
    }

    private Comparison compared(Transcript transcript, Map<String, NativeValue> sources) throws Exception {
        Rehearsal rehearsal = new Rehearsal(this.folder.resolve(transcript.name()), sources);
        server.takes(rehearsal.of(transcript));
        assertThat(rehearsal.violations()).isEmpty();
        return Comparison.of(transcript, server);
    }
}
