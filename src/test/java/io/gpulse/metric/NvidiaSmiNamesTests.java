package io.gpulse.metric;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class NvidiaSmiNamesTests {

    private static final Path HELP = Path.of("../shared/captures/help");
    private static final Path REVIEWED = Path.of("src/test/resources/io/gpulse/metric/nvidia-smi-names.txt");
    private static final Pattern NAMES =
            Pattern.compile("^\\s*\\n\"([^\"]+)\"(?: or \"([^\"]+)\")?", Pattern.MULTILINE);

    @Test
    void aRowThatNvidiaSmiHasKeepsItsName() {
        assertThat(Metric.POWER_DRAW.spec().nvidiaSmiName()).contains("power.draw");
    }

    @Test
    void aRowOfGpulseHasNoNameInNvidiaSmi() {
        assertThat(Metric.ACTIVITY_SM.spec().nvidiaSmiName()).isEmpty();
        assertThat(Metric.HOST_CPU_UTILIZATION.spec().nvidiaSmiName()).isEmpty();
        assertThat(Metric.PROCESS_SM.spec().nvidiaSmiName()).isEmpty();
    }

    @Test
    void theRowsOfNvidiaSmiAreThoseThatWereReviewed() throws IOException {
        String now = Metric.of(Scope.GPU).stream()
                .flatMap((row) -> row.spec().nvidiaSmiName().stream())
                .collect(Collectors.joining("\n", "", "\n"));
        if (Boolean.getBoolean("contract.update")) {
            Files.writeString(REVIEWED, now);
        }

        assertThat(now)
                .as("A row is a property of nvidia-smi --query-gpu unless it has notInNvidiaSmi(). If this is intended:"
                        + " mvn test -Dtest=NvidiaSmiNamesTests -Dcontract.update=true, and look at what changed.")
                .isEqualTo(Files.readString(REVIEWED));
    }

    @Test
    void theNamesAreThoseOfTheHelpOfAllDrivers() throws IOException {
        assumeTrue(Files.isDirectory(HELP), "the recordings are not here");
        Set<String> names;
        try (Stream<Path> helps = Files.list(HELP)) {
            names = helps.filter((help) -> help.toString().endsWith("--help-query-gpu.txt"))
                    .flatMap(NvidiaSmiNamesTests::namesOf)
                    .collect(Collectors.toSet());
        }

        // It was added in 610, whose help was not recorded.
        names.add(Metric.TIME_RUN.key());
        assertThat(Metric.of(Scope.GPU))
                .filteredOn((row) -> row.spec().nvidiaSmiName().isPresent() != names.contains(row.key()))
                .isEmpty();
    }

    private static Stream<String> namesOf(Path help) {
        try {
            return NAMES.matcher(Files.readString(help)).results().flatMap(NvidiaSmiNamesTests::both);
        } catch (IOException unreadable) {
            throw new IllegalStateException(unreadable);
        }
    }

    private static Stream<String> both(MatchResult entry) {
        return Stream.of(entry.group(1), Optional.ofNullable(entry.group(2)).orElse(entry.group(1)));
    }
}
