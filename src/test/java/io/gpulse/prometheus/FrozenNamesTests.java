package io.gpulse.prometheus;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpulse.metric.Metric;
import io.gpulse.metric.Scope;
import io.gpulse.prometheus.ScrapeProperties.Extent;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.springframework.util.MultiValueMap;

/** Names that dashboards and alerts depend on: they must not disappear. */
class FrozenNamesTests {

    private static final Path FROZEN = Path.of("src", "test", "resources", "io", "gpulse", "prometheus", "names.txt");
    private static final Path LABELS = FROZEN.resolveSibling("labels.txt");
    private static final Path DCGM = FROZEN.resolveSibling("dcgm.txt");
    private static final Set<Scope> EXPORTED =
            Set.of(Scope.GPU, Scope.HOST, Scope.CORE, Scope.DISK, Scope.NETWORK, Scope.LINK, Scope.MIG);

    @Test
    void namesAreFrozen() throws IOException {
        List<String> now = Stream.concat(own().stream(), catalogue(Set.of(Scope.values())).stream())
                .toList();
        if (Boolean.getBoolean("contract.update")) {
            Files.write(FROZEN, now);
        }

        assertThat(now)
                .as("New names go onto the list: mvn test -Dtest=FrozenNamesTests -Dcontract.update=true; a name that"
                        + " has been released is neither changed nor dropped")
                .containsExactlyElementsOf(Files.readAllLines(FROZEN));
    }

    @Test
    void labelsAreFrozen() throws IOException {
        SortedSet<String> now = new TreeSet<>();
        for (String series : Scrapes.series(Scrapes.text(Scrapes.complete())).keySet()) {
            int labels = series.indexOf('{');
            now.add(labels < 0 ? series : series.substring(0, labels) + "{" + keys(series.substring(labels)) + "}");
        }
        if (Boolean.getBoolean("contract.update")) {
            Files.write(LABELS, now);
        }

        assertThat(now)
                .as("Dashboards select and join by labels: one that has been released is neither renamed nor dropped")
                .containsExactlyElementsOf(Files.readAllLines(LABELS));
    }

    /** The names of either generation of dcgm-exporter, with their types. */
    @Test
    void namesOfDcgmAreFrozen() throws IOException {
        List<String> now = Arrays.stream(DcgmMetric.values())
                .flatMap((metric) -> Stream.of(DcgmRelease.OLD, DcgmRelease.NEW)
                        .flatMap((release) -> Optional.ofNullable(metric.form(release))
                                .map((form) -> release.word() + " " + form.name() + " " + form.type())
                                .stream()))
                .toList();
        if (Boolean.getBoolean("contract.update")) {
            Files.write(DCGM, now);
        }

        assertThat(now).containsExactlyElementsOf(Files.readAllLines(DCGM));
    }

    private static String keys(String labels) {
        return Pattern.compile("[{,](\\w+)=\"")
                .matcher(labels)
                .results()
                .map((label) -> label.group(1))
                .collect(Collectors.joining(","));
    }

    @Test
    void everyNameCanBeRequestedAlone() {
        assertThat(scraped()).allSatisfy((name) -> {
            SeriesFilter alone = SeriesFilter.of(MultiValueMap.fromSingleValue(Map.of("metrics", name)), Extent.FULL);

            assertThat(Scrapes.names(Scrapes.text(Scrapes.complete(), alone)))
                    .contains(name)
                    .hasSizeLessThanOrEqualTo(12);
        });
    }

    @Test
    void namesAreUnique() {
        assertThat(Stream.concat(own().stream(), catalogue(Set.of(Scope.values())).stream()))
                .doesNotHaveDuplicates()
                .allMatch((name) -> name.matches("gpulse(_[a-z0-9]+)+"));
    }

    @Test
    void scrapeContainsEveryPresentRow() {
        assertThat(scraped()).containsAll(catalogue(EXPORTED)).doesNotHaveDuplicates();
    }

    private static List<String> own() {
        return scraped().stream()
                .filter((name) -> !catalogue(EXPORTED).contains(name))
                .toList();
    }

    private static List<String> scraped() {
        return Scrapes.names(Scrapes.text(Scrapes.complete()));
    }

    private static List<String> catalogue(Set<Scope> scopes) {
        return Arrays.stream(Metric.values())
                .filter((metric) -> scopes.contains(metric.spec().scope()))
                .map((metric) -> metric.spec().prometheusName())
                .flatMap(Optional::stream)
                .toList();
    }
}
