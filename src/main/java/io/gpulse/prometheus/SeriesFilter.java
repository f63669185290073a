package io.gpulse.prometheus;

import io.gpulse.metric.Metric;
import io.gpulse.prometheus.ScrapeProperties.Extent;
import io.gpulse.web.ProblemException;
import io.gpulse.web.parameter.NameTable;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
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

    static final SeriesFilter ALL = new SeriesFilter((family) -> true, false);
    static final SeriesFilter CORE = new SeriesFilter(core()::contains, true);

    private static final String METRICS = "metrics";
    private static final String SERIES = "series";
    private static final Set<String> PARAMETERS = Set.of(METRICS, "name[]", SERIES);
    private static final NameTable<Family> NAMES = new NameTable<>("There are no series of", names());

    private final Predicate<Family> shown;
    private final boolean core;

    private SeriesFilter(Predicate<Family> shown, boolean core) {
        this.shown = shown;
        this.core = core;
    }

    /**
     * @param usual of a query without parameters
     * @throws ProblemException for unknown parameters and metrics
     */
    static SeriesFilter of(MultiValueMap<String, String> query, Extent usual) {
        query.keySet().stream()
                .filter(Predicate.not(PARAMETERS::contains))
                .findFirst()
                .ifPresent((unknown) -> {
                    throw ProblemException.badRequest("There is no parameter '" + unknown
                            + "'; /metrics accepts metrics=, keys or globs such as power.draw,memory.*, name[]="
                            + ", and series=core or full.");
                });
        if (query.isEmpty()) {
            return of(usual);
        }
        return query.containsKey(SERIES) ? of(extent(query)) : listed(String.join(",", lists(query)));
    }

    private static SeriesFilter of(Extent extent) {
        return extent == Extent.CORE ? CORE : ALL;
    }

    private static Extent extent(MultiValueMap<String, String> query) {
        if (query.size() > 1) {
            throw ProblemException.badRequest("series= does not go with metrics= or name[]=, which list the series.");
        }
        List<String> values = query.getOrDefault(SERIES, List.of());
        return Arrays.stream(Extent.values())
                .filter((extent) -> values.equals(List.of(extent.name().toLowerCase(Locale.ROOT))))
                .findFirst()
                .orElseThrow(() -> ProblemException.badRequest("series= must be core or full."));
    }

    /** Returns the families of a small page: those of its metrics, and those that rules and boards need. */
    private static Set<Family> core() {
        Set<Family> families = new HashSet<>(OwnSeries.FAMILIES);
        families.addAll(FeatureSeries.CORE);
        families.add(DeviceSeries.STATE);
        families.add(DeviceSeries.IDENTITY);
        CoreMetrics.ALL.forEach((metric) -> Family.of(metric).ifPresent(families::add));
        return families;
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
        return new SeriesFilter(shown::contains, false);
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

    /** Returns whether the page is small: without the series of other states, and of alerts that are not active. */
    boolean isCore() {
        return this.core;
    }

    boolean shows(Family family) {
        return this.shown.test(family);
    }
}
