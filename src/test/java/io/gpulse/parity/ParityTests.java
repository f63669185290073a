package io.gpulse.parity;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.gpulse.nvml.NeedsCompiler;
import io.gpulse.parity.NativeSources.Told;
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

/** What real machines' nvidia-smi printed, told by the driver in C in its own form, is what {@code /query} prints. */
@NeedsCompiler
class ParityTests {

    /** What nvidia-smi has past the public library, and what cannot be the same. */
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
    void everyCellThatAPublicSymbolTellsIsTheSame(Transcript transcript) throws Exception {
        Comparison comparison = compared(transcript, NativeSources.byProperty());

        List<String> told = comparison.headers(Facts.mappedToPublicSymbols());

        assertThat(told).hasSizeGreaterThan(100);
        assertThat(told.stream().filter((header) -> !comparison.isEqual(header)).map(comparison::difference))
                .isEmpty();
    }

    @ParameterizedTest(allowZeroInvocations = true)
    @MethodSource("transcripts")
    void whatDiffersOtherwiseIsKnown(Transcript transcript) throws Exception {
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
    void aDriverThatTellsTwoFieldsTheWrongWayRoundIsNoticed() throws Exception {
        Transcript transcript = Transcript.all().stream()
                .filter((candidate) -> candidate.name().equals("h200-590.48.load"))
                .findFirst()
                .orElseThrow();
        Map<String, Told> swapped = new HashMap<>(NativeSources.byProperty());
        Told average = Objects.requireNonNull(swapped.get("power.draw.average"));
        swapped.put("power.draw.average", Objects.requireNonNull(swapped.get("power.draw.instant")));
        swapped.put("power.draw.instant", average);

        Comparison comparison = compared(transcript, swapped);

        assertThat(comparison.isEqual("power.draw.average [W]")).isFalse();
        assertThat(comparison.isEqual("power.draw.instant [W]")).isFalse();
        assertThat(comparison.isEqual("power.draw [W]")).isTrue();
    }

    private Comparison compared(Transcript transcript, Map<String, Told> sources) throws Exception {
        Rehearsal rehearsal = new Rehearsal(this.folder.resolve(transcript.name()), sources);
        server.takes(rehearsal.of(transcript));
        assertThat(rehearsal.violations()).isEmpty();
        return Comparison.of(transcript, server);
    }
}
