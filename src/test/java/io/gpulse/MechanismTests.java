package io.gpulse;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;

/** Each mechanism exists once: where two copies of one disagree, users see two numbers for one fact. */
class MechanismTests {

    private static final Path SOURCES = Path.of(System.getProperty("basedir", ""), "src/main/java/io/gpulse");

    private static final List<Mechanism> MECHANISMS = List.of(
            new Mechanism(
                    "Compare counters with device.Counter: it knows restarts, single wrong samples and 64 bits",
                    "Long\\.compareUnsigned\\(|< (this\\.)?(before|last|previous|earlier)(\\.\\w+)?\\b(?!\\()",
                    Map.of(
                            "device/Counter", "the mechanism",
                            "host/ProcessStat", "two samples of a process, which may be another process",
                            "history/states/HistoryStates", "a time",
                            "insight/rule/UtilizationOscillation", "a phase of a load",
                            "nvml/read/ProcessUse", "the greatest of several values",
                            "recording/RecordingReader", "a time")),
            new Mechanism(
                    "Read the rounds of the last minutes from rounds.Rounds",
                    "(Deque|Queue|(Sorted|Navigable)Map<\\w+)[<,] ?(\\w*Snapshot|GpuSample|\\w*Round)>",
                    Map.of(
                            "rounds/Rounds", "the mechanism",
                            "history/Batch", "rounds that wait for the disk",
                            "report/StoredRounds", "the rounds next to a stored one",
                            "stream/ReplayRing", "rounds as bytes, for clients that resume")),
            new Mechanism(
                    "Add up the time of a state with history.accounting.UseSeconds, that of an occupancy with Sums",
                    "double\\[\\] (seconds|joules)\\b.* = new|Map<(GpuUse|Occupancy), Double>",
                    Map.of(
                            "demo/LivingLevels", "the times of a simulated load",
                            "history/accounting/Sums", "the mechanism",
                            "history/accounting/UseSeconds", "the mechanism")),
            new Mechanism(
                    "Decide with event.AlertLifecycle whether alerts of several GPUs are one",
                    "TOGETHER = Duration",
                    Map.of(
                            "event/AlertLifecycle", "the mechanism",
                            "insight/rule/InputBound", "the processes of one job")),
            new Mechanism(
                    "Replace what identifies a machine with recording.Pseudonyms",
                    "Pattern\\.compile\\(\"[^\"]*(GPU-|/home/|[Ss]erial)",
                    Map.of("doctor/report/Mask", "words in a text", "recording/Pseudonyms", "the mechanism")));

    /**
     * A mechanism.
     *
     * @param advice what to do instead of a copy
     * @param form of its code, as a regular expression
     * @param places the classes that have this form, and why
     */
    private record Mechanism(String advice, String form, Map<String, String> places) {

        Set<String> findIn(Map<String, String> sources) {
            Pattern pattern = Pattern.compile(this.form);
            Set<String> found = new TreeSet<>();
            sources.forEach((name, code) -> {
                if (pattern.matcher(code).find()) {
                    found.add(name);
                }
            });
            return found;
        }

        @Override
        public String toString() {
            return this.advice;
        }
    }

    @ParameterizedTest
    @FieldSource("MECHANISMS")
    void aMechanismHasNoCopy(Mechanism mechanism) throws IOException {
        assertThat(mechanism.findIn(sources()))
                .as(mechanism.advice)
                .containsExactlyInAnyOrderElementsOf(mechanism.places.keySet());
    }

    @Test
    void copiesAreFound() {
        Map<String, String> copies = Map.of(
                "a/Falls", "if (count < this.last) {",
                "a/Keeps", "private final Deque<Snapshot> rounds = new ArrayDeque<>();",
                "a/Sums", "private final Map<GpuUse, Double> seconds = new EnumMap<>(GpuUse.class);",
                "a/Groups", "private static final Duration TOGETHER = Duration.ofSeconds(10);",
                "a/Hides", "private static final Pattern UUID = Pattern.compile(\"GPU-[0-9a-f-]{36}\");");

        assertThat(MECHANISMS)
                .allSatisfy((mechanism) -> assertThat(mechanism.findIn(copies))
                        .as(mechanism.advice)
                        .hasSize(1));
    }

    private static Map<String, String> sources() throws IOException {
        try (Stream<Path> files = Files.walk(SOURCES)) {
            return files.filter((file) -> file.toString().endsWith(".java"))
                    .collect(Collectors.toMap(MechanismTests::nameOf, MechanismTests::codeOf));
        }
    }

    private static String nameOf(Path file) {
        return SOURCES.relativize(file).toString().replace(".java", "").replace('\\', '/');
    }

    private static String codeOf(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
    }
}
