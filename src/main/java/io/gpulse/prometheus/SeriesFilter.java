package io.gpulse.prometheus;

import io.gpulse.metric.Metric;
import io.gpulse.web.ProblemException;
import io.gpulse.web.parameter.NameTable;
import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.springframework.util.MultiValueMap;

/**
 * Selects the series of a scrape: {@code metrics=} lists keys of the catalogue, names of series, or globs of either.
 * The standard {@code name[]=} of Prometheus clients is equivalent. Series about gpulse itself, and the identity that
 * other series are joined with, are always included.
 */
final class SeriesFilter {

    static final SeriesFilter ALL = new SeriesFilter((family) -> true);

    private static final String METRICS = "metrics";
    private static final Set<String> PARAMETERS = Set.of(METRICS, "name[]");
    private static final NameTable<Family> NAMES = new NameTable<>("There are no series of", names());

    private final Predicate<Family> shown;

    private SeriesFilter(Predicate<Family> shown) {
        this.shown = shown;
    }

    /** @throws ProblemException for unknown parameters and metrics */
    static SeriesFilter of(MultiValueMap<String, String> query) {
        query.keySet().stream()
                .filter(Predicate.not(PARAMETERS::contains))
                .findFirst()
                .ifPresent((unknown) -> {
                    throw ProblemException.badRequest("There is no parameter '" + unknown
                            + "'; /metrics accepts metrics=, keys or globs such as power.draw,memory.*, and name[]=.");
                });
        return query.isEmpty() ? ALL : listed(String.join(",", lists(query)));
    }

    private static List<String> lists(MultiValueMap<String, String> query) {
        return query.values().stream()
                .flatMap(Collection::stream)
                .map((list) -> list == null ? "" : list)
                .toList();
    }

    private static SeriesFilter listed(String list) {
        List<String> names = NameTable.names(METRICS, list, "all, or list keys or globs such as power.draw,memory.*");
        Set<Family> shown = new HashSet<>(NAMES.findAll(METRICS, names));
        shown.addAll(OwnSeries.FAMILIES);
        shown.add(DeviceSeries.IDENTITY);
        return new SeriesFilter(shown::contains);
    }

    private static Map<String, Family> names() {
        Map<String, Family> names = new LinkedHashMap<>();
        for (Metric metric : Metric.values()) {
            Family.of(metric).ifPresent((family) -> {
                names.put(metric.key(), family);
                names.put(family.seriesName(), family);
            });
        }
        Stream.of(OwnSeries.FAMILIES, FeatureSeries.FAMILIES, List.of(DeviceSeries.STATE, DeviceSeries.IDENTITY))
                .flatMap(Collection::stream)
                .forEach((family) -> names.put(family.seriesName(), family));
        return names;
    }

    boolean shows(Family family) {
        return this.shown.test(family);
    }
}
