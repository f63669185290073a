package io.gpulse.history.sqlite;

import io.gpulse.history.Buckets;
import io.gpulse.history.QueryResult;
import io.gpulse.history.SeriesKey;
import io.gpulse.history.Subject;
import io.gpulse.history.Tier;
import io.gpulse.history.WindowQuery;
import io.gpulse.metric.Metric;
import io.gpulse.metric.Scope;
import java.util.Collection;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.OptionalLong;
import java.util.stream.Stream;
import org.springframework.jdbc.core.JdbcTemplate;

/** The six tables of samples, and the answers that are put together from several of them. */
final class SampleTables {

    /** A rate of the first sample needs the one before. */
    private static final long LOOK_BACK_MILLIS = 65_000;

    private final Map<Tier, SampleTable> ofGpus = new EnumMap<>(Tier.class);
    private final Map<Tier, SampleTable> ofHost = new EnumMap<>(Tier.class);
    private final StoredGpus gpus;

    SampleTables(StoredGpus gpus) {
        this.gpus = gpus;
        for (Tier tier : Tier.values()) {
            this.ofGpus.put(tier, new SampleTable(Scope.GPU, tier));
            this.ofHost.put(tier, new SampleTable(Scope.HOST, tier));
        }
    }

    SampleTable of(Scope scope, Tier tier) {
        SampleTable table = (scope == Scope.HOST ? this.ofHost : this.ofGpus).get(tier);
        return Objects.requireNonNull(table);
    }

    Stream<SampleTable> of(Tier tier) {
        return Stream.of(of(Scope.HOST, tier), of(Scope.GPU, tier));
    }

    /** The first moment of a tier from this one on, in epoch ms. */
    OptionalLong first(JdbcTemplate jdbc, Tier tier, long from) {
        return of(tier).map((table) -> table.firstFrom(jdbc, from))
                .flatMapToLong(OptionalLong::stream)
                .min();
    }

    /** The last moment of a tier, in epoch ms. */
    OptionalLong last(JdbcTemplate jdbc, Tier tier) {
        return of(tier).map((table) -> table.lastBefore(jdbc, Long.MAX_VALUE))
                .flatMapToLong(OptionalLong::stream)
                .max();
    }

    Stream<SampleTable> all() {
        return Stream.concat(this.ofGpus.values().stream(), this.ofHost.values().stream());
    }

    /** @param rolledUntil up to when minutes and hours have been made of what was there, by tier */
    QueryResult read(JdbcTemplate jdbc, WindowQuery query, Map<Tier, Long> rolledUntil) {
        Map<SeriesKey, Buckets> series = new LinkedHashMap<>();
        Map<Subject, Map<Metric, Buckets>> bySubject = new LinkedHashMap<>();
        for (SeriesKey key : query.series()) {
            Buckets buckets = series.computeIfAbsent(key, (any) -> new Buckets(query));
            bySubject
                    .computeIfAbsent(key.subject(), (any) -> new LinkedHashMap<>())
                    .put(key.metric(), buckets);
        }
        parts(bySubject).forEach((part) -> read(jdbc, part, query, rolledUntil));
        return new QueryResult(query, series);
    }

    /** Subjects of one table of which the same is wanted: their rows are read in one go. */
    private record Part(Scope scope, List<Metric> columns, Map<Long, SeriesAggregator> feeds) {

        SampleTable.Rows rows(long from, long to) {
            return new SampleTable.Rows(this.feeds.keySet(), from, to, this.columns);
        }

        long reach() {
            return this.feeds.values().stream()
                    .mapToLong(SeriesAggregator::reach)
                    .max()
                    .orElse(0);
        }

        SeriesAggregator feed(SampleRow row) {
            return Objects.requireNonNull(this.feeds.get(row.gpu()));
        }
    }

    private Collection<Part> parts(Map<Subject, Map<Metric, Buckets>> bySubject) {
        Map<List<Metric>, Part> parts = new LinkedHashMap<>();
        bySubject.forEach((subject, wanted) -> this.gpus.number(subject).ifPresent((gpu) -> {
            SeriesAggregator feed = new SeriesAggregator(wanted);
            parts.computeIfAbsent(
                            feed.columns(), (columns) -> new Part(subject.scope(), columns, new LinkedHashMap<>()))
                    .feeds
                    .put(gpu, feed);
        }));
        return parts.values();
    }

    private void read(JdbcTemplate jdbc, Part part, WindowQuery query, Map<Tier, Long> rolledUntil) {
        long from = query.from();
        for (Tier tier = query.tier(); tier != Tier.RAW; tier = tier.finer()) {
            long until = Math.min(query.to(), rolledUntil.getOrDefault(tier, Long.MIN_VALUE));
            if (until > from) {
                of(part.scope, tier)
                        .read(
                                jdbc,
                                part.rows(from, until),
                                (row) -> part.feed(row).addRolled(row));
                from = until;
            }
        }
        if (from < query.to()) {
            readRaw(jdbc, part, from, query.to());
        }
    }

    private void readRaw(JdbcTemplate jdbc, Part part, long from, long to) {
        SampleTable raw = of(part.scope, Tier.RAW);
        long reach = part.reach();
        part.feeds.values().forEach((feed) -> feed.rawBetween(from, to));
        raw.read(
                jdbc,
                part.rows(before(jdbc, raw, from) - reach, to + reach),
                (row) -> part.feed(row).addRaw(row));
    }

    private static long before(JdbcTemplate jdbc, SampleTable raw, long from) {
        OptionalLong last = raw.lastBefore(jdbc, from);
        return last.isPresent() && last.getAsLong() >= from - LOOK_BACK_MILLIS ? last.getAsLong() : from;
    }

    /** All that is stored of some time in the next finer tier, as a row of this one for each subject. */
    void rollUp(JdbcTemplate jdbc, Tier tier, Scope scope, long start) {
        SampleTable finer = of(scope, tier.finer());
        List<Subject> subjects = scope == Scope.HOST ? List.of(Subject.HOST) : this.gpus.subjects();
        if (finer.isEmpty() || subjects.isEmpty()) {
            return;
        }
        List<SeriesKey> keys = subjects.stream()
                .flatMap((subject) -> finer.columns().stream().map((metric) -> new SeriesKey(subject, metric)))
                .toList();
        long end = start + tier.widthMillis();
        WindowQuery query = new WindowQuery(start, end, tier.widthMillis(), tier.finer(), keys);
        QueryResult window = read(jdbc, query, Map.of(tier.finer(), end));
        List<SampleRow> rows = subjects.stream()
                .flatMap((subject) ->
                        RolledRow.of(window, subject, this.gpus.number(subject).orElseThrow()).stream())
                .toList();
        if (!rows.isEmpty()) {
            SampleTable table = of(scope, tier);
            table.ensureColumns(jdbc, finer.columns());
            table.insert(jdbc, rows);
        }
    }
}
