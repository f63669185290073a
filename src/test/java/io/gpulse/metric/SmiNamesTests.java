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

class SmiNamesTests {

    private static final Path HELP = Path.of("../shared/captures/help");
    private static final Pattern NAMES =
            Pattern.compile("^\\s*\\n\"([^\"]+)\"(?: or \"([^\"]+)\")?", Pattern.MULTILINE);

    @Test
    void aRowThatNvidiaSmiHasKeepsItsName() {
        assertThat(SmiNames.of(Metric.POWER_DRAW)).contains("power.draw");
    }

    @Test
    void aRowOfOursHasNoNameThere() {
        assertThat(SmiNames.of(Metric.ACTIVITY_SM)).isEmpty();
        assertThat(SmiNames.of(Metric.HOST_CPU_UTILIZATION)).isEmpty();
        assertThat(SmiNames.of(Metric.PROCESS_SM)).isEmpty();
    }

    @Test
    void theNamesAreThoseOfTheHelpOfAllDrivers() throws IOException {
        assumeTrue(Files.isDirectory(HELP), "the recordings are not here");
        Set<String> names;
        try (Stream<Path> helps = Files.list(HELP)) {
            names = helps.filter((help) -> help.toString().endsWith("--help-query-gpu.txt"))
                    .flatMap(SmiNamesTests::namesOf)
                    .collect(Collectors.toSet());
        }

        // It came with 610, whose help was not recorded.
        names.add(Metric.TIME_RUN.key());
        assertThat(Metric.of(Scope.GPU))
                .filteredOn((row) -> SmiNames.of(row).isPresent() != names.contains(row.key()))
                .isEmpty();
    }

    private static Stream<String> namesOf(Path help) {
        try {
            return NAMES.matcher(Files.readString(help)).results().flatMap(SmiNamesTests::both);
        } catch (IOException unreadable) {
            throw new IllegalStateException(unreadable);
        }
    }

    private static Stream<String> both(MatchResult entry) {
        return Stream.of(entry.group(1), Optional.ofNullable(entry.group(2)).orElse(entry.group(1)));
    }
}
