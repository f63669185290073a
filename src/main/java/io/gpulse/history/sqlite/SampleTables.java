package io.gpulse.history.sqlite;

import io.gpulse.history.Buckets;
import io.gpulse.history.SeriesKey;
import io.gpulse.history.Subject;
import io.gpulse.history.Tier;
import io.gpulse.history.Window;
import io.gpulse.history.WindowQuery;
import io.gpulse.metric.Metric;
import io.gpulse.metric.Scope;
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

    Stream<SampleTable> all() {
        return Stream.concat(this.ofGpus.values().stream(), this.ofHost.values().stream());
    }

    /** Each table with each subject of which it can have rows. */
    void forEach(TableVisitor visitor) {
        all().forEach((table) -> {
            if (table.scope() == Scope.HOST) {
                visitor.visit(table, StoredGpus.HOST);
            } else {
                this.gpus.numbers().forEach((gpu) -> visitor.visit(table, gpu));
            }
        });
    }

    /** Sees a table and a subject. */
    @FunctionalInterface
    interface TableVisitor {
        void visit(SampleTable table, long gpu);
    }

    /** @param rolledUntil up to when minutes and hours have been made of what was there, by tier */
    Window read(JdbcTemplate jdbc, WindowQuery query, Map<Tier, Long> rolledUntil) {
        Map<SeriesKey, Buckets> series = new LinkedHashMap<>();
        Map<Subject, Map<Metric, Buckets>> bySubject = new LinkedHashMap<>();
        for (SeriesKey key : query.series()) {
            Buckets buckets = series.computeIfAbsent(key, (any) -> new Buckets(query));
            bySubject
                    .computeIfAbsent(key.subject(), (any) -> new LinkedHashMap<>())
                    .put(key.metric(), buckets);
        }
        bySubject.forEach((subject, wanted) -> this.gpus
                .number(subject)
                .ifPresent((gpu) -> read(jdbc, new Part(subject, gpu, new SeriesFeed(wanted)), query, rolledUntil)));
        return new Window(query, series);
    }

    private record Part(Subject subject, long gpu, SeriesFeed feed) {}

    private void read(JdbcTemplate jdbc, Part part, WindowQuery query, Map<Tier, Long> rolledUntil) {
        long from = query.from();
        for (Tier tier = query.tier(); tier != Tier.RAW; tier = tier.finer()) {
            long until = Math.min(query.to(), rolledUntil.getOrDefault(tier, Long.MIN_VALUE));
            if (until > from) {
                SampleTable.Rows rows = new SampleTable.Rows(part.gpu, from, until, part.feed.columns());
                of(part.subject.scope(), tier).read(jdbc, rows, part.feed::addRolled);
                from = until;
            }
        }
        if (from < query.to()) {
            readRaw(jdbc, part, from, query.to());
        }
    }

    private void readRaw(JdbcTemplate jdbc, Part part, long from, long to) {
        SampleTable raw = of(part.subject.scope(), Tier.RAW);
        long first = before(jdbc, raw, part.gpu, from);
        SampleTable.Rows rows = new SampleTable.Rows(part.gpu, first, to, part.feed.columns());
        raw.read(jdbc, rows, (row) -> {
            if (row.at() < from) {
                part.feed.follow(row);
            } else {
                part.feed.addRaw(row);
            }
        });
    }

    private static long before(JdbcTemplate jdbc, SampleTable raw, long gpu, long from) {
        OptionalLong last = raw.lastBefore(jdbc, gpu, from);
        return last.isPresent() && last.getAsLong() >= from - LOOK_BACK_MILLIS ? last.getAsLong() : from;
    }

    /** All that is stored of a subject in the next finer tier, as one row of this one. */
    void rollUp(JdbcTemplate jdbc, Tier tier, Subject subject, long start) {
        SampleTable finer = of(subject.scope(), tier.finer());
        if (finer.isEmpty()) {
            return;
        }
        List<SeriesKey> keys = finer.columns().stream()
                .map((metric) -> new SeriesKey(subject, metric))
                .toList();
        long end = start + tier.widthMillis();
        WindowQuery query = new WindowQuery(start, end, tier.widthMillis(), tier.finer(), keys);
        Window window = read(jdbc, query, Map.of(tier.finer(), end));
        this.gpus
                .number(subject)
                .ifPresent((gpu) -> RolledRow.of(window, gpu).ifPresent((row) -> {
                    SampleTable table = of(subject.scope(), tier);
                    table.ensureColumns(jdbc, finer.columns());
                    table.insert(jdbc, List.of(row));
                }));
    }
}
