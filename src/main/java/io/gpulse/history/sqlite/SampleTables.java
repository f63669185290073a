package io.gpulse.history.sqlite;

import io.gpulse.history.Buckets;
import io.gpulse.history.SeriesKey;
import io.gpulse.history.StoredMinute;
import io.gpulse.history.StoredSample;
import io.gpulse.history.Subject;
import io.gpulse.history.Tier;
import io.gpulse.history.WindowQuery;
import io.gpulse.metric.Metric;
import io.gpulse.metric.Scope;
import io.gpulse.rounds.StoredMetrics;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.LongFunction;
import java.util.stream.Stream;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.core.simple.JdbcClient;

/** The nine tables of samples, and the queries that read several of them. */
final class SampleTables {

    /** The rate of the first sample needs the sample before it, at most this old. */
    private static final long LOOK_BACK_MILLIS = 65_000;

    private static final List<Scope> SCOPES = List.of(Scope.GPU, Scope.MIG, Scope.HOST);

    private final List<SampleTable> all = SCOPES.stream()
            .flatMap((scope) -> Stream.of(Tier.values()).map((tier) -> new SampleTable(scope, tier)))
            .toList();
    private final StoredGpus gpus;
    private final StoredInstances instances = new StoredInstances();

    SampleTables(StoredGpus gpus) {
        this.gpus = gpus;
    }

    void create(JdbcTemplate jdbc) {
        this.instances.create(JdbcClient.create(jdbc));
        this.all.forEach((table) -> table.create(jdbc));
    }

    /** Stores samples of GPUs that are stored, of their instances and of the host. */
    void insert(HistoryFile file, List<StoredSample> samples) {
        insert(file, Tier.RAW, samples.stream().map(Unnumbered::of).toList());
    }

    /** Stores minutes of GPUs that are stored, and of their instances. */
    void insertMinutes(HistoryFile file, List<StoredMinute> minutes) {
        insert(file, Tier.MINUTE, minutes.stream().map(Unnumbered::of).toList());
    }

    /** A row of a subject whose number is not known yet. */
    private record Unnumbered(Subject subject, long at, LongFunction<SampleRow> row) {

        static Unnumbered of(StoredSample sample) {
            return new Unnumbered(
                    sample.subject(), sample.at(), (number) -> SampleRow.of(number, sample.at(), sample.values()));
        }

        static Unnumbered of(StoredMinute minute) {
            return new Unnumbered(
                    minute.subject(),
                    minute.at(),
                    (number) -> new SampleRow(
                            number, minute.at(), minute.samples(), minute.min(), minute.avg(), minute.max()));
        }
    }

    private void insert(HistoryFile file, Tier tier, List<Unnumbered> all) {
        Map<Subject, Long> seen = new LinkedHashMap<>();
        all.stream()
                .filter((one) -> one.subject.scope() == Scope.MIG)
                .forEach((one) -> seen.merge(one.subject, one.at, Math::max));
        seen.forEach((subject, at) -> this.gpus
                .number(subject.uuid())
                .ifPresent((gpu) -> this.instances.put(file.client(), gpu, subject, at)));
        Map<Scope, List<SampleRow>> rows = new EnumMap<>(Scope.class);
        for (Unnumbered one : all) {
            number(one.subject)
                    .ifPresent((number) -> rows.computeIfAbsent(one.subject.scope(), (scope) -> new ArrayList<>())
                            .add(one.row.apply(number)));
        }
        rows.forEach((scope, ofScope) -> {
            SampleTable table = of(scope, tier);
            table.ensureColumns(file.writer(), SampleTable.present(scope, ofScope));
            table.insert(file.writer(), ofScope);
        });
    }

    /** Returns the number of a subject; empty when nothing is stored for it. */
    private Optional<Long> number(Subject subject) {
        return subject.scope() == Scope.MIG ? this.instances.number(subject) : this.gpus.number(subject.uuid());
    }

    /** Returns the MIG instances with samples in a time span in epoch ms, by place and time. */
    List<Subject> instances(long from, long to) {
        return this.instances.between(from, to);
    }

    /** Forgets the MIG instances whose samples have been deleted. */
    void pruneInstances(JdbcClient jdbc) {
        long oldest = this.all.stream()
                .filter((table) -> table.scope() == Scope.MIG)
                .flatMap((table) -> table.table().firstFrom(jdbc, Long.MIN_VALUE).stream())
                .min(Comparator.naturalOrder())
                .orElse(Long.MAX_VALUE);
        this.instances.prune(jdbc, oldest);
    }

    private List<Subject> subjects(Scope scope, long from, long to) {
        return switch (scope) {
            case HOST -> List.of(Subject.HOST);
            case MIG -> this.instances.between(from, to);
            default -> this.gpus.subjects();
        };
    }

    SampleTable of(Scope scope, Tier tier) {
        return this.all.stream()
                .filter((one) -> one.scope() == scope && one.table().tier() == tier)
                .findFirst()
                .orElseThrow();
    }

    private Stream<TimedTable> of(Tier tier) {
        return this.all.stream().map(SampleTable::table).filter((one) -> one.tier() == tier);
    }

    /** Returns the first time of a tier from this one on, in epoch ms. */
    Optional<Long> first(JdbcClient jdbc, Tier tier, long from) {
        return of(tier).flatMap((table) -> table.firstFrom(jdbc, from).stream()).min(Comparator.naturalOrder());
    }

    /** Returns the last time of a tier before another one, in epoch ms. */
    Optional<Long> last(JdbcClient jdbc, Tier tier, long before) {
        return of(tier).flatMap((table) -> table.lastBefore(jdbc, before).stream())
                .max(Comparator.naturalOrder());
    }

    List<SampleTable> all() {
        return this.all;
    }

    /** @param rolledUntil the time up to which minutes and hours are complete, by tier */
    Map<SeriesKey, Buckets> read(JdbcClient jdbc, WindowQuery query, Map<Tier, Long> rolledUntil) {
        Map<SeriesKey, Buckets> series = new LinkedHashMap<>();
        Map<Subject, Map<Metric, Buckets>> bySubject = new LinkedHashMap<>();
        for (SeriesKey key : query.series()) {
            Buckets buckets = series.computeIfAbsent(key, (any) -> new Buckets(query));
            bySubject
                    .computeIfAbsent(key.subject(), (any) -> new LinkedHashMap<>())
                    .put(key.metric(), buckets);
        }
        parts(bySubject).forEach((part) -> read(jdbc, part, query, rolledUntil));
        return series;
    }

    /** Subjects of one table with the same columns: one statement reads their rows. */
    private record Part(Scope scope, List<Metric> columns, Map<Long, SeriesAggregator> aggregators) {

        SampleTable.Rows rows(long from, long to) {
            return new SampleTable.Rows(this.aggregators.keySet(), from, to, this.columns);
        }

        long reach() {
            return this.aggregators.values().stream()
                    .mapToLong(SeriesAggregator::reach)
                    .max()
                    .orElse(0);
        }

        SeriesAggregator of(SampleRow row) {
            return Objects.requireNonNull(this.aggregators.get(row.gpu()));
        }
    }

    private Collection<Part> parts(Map<Subject, Map<Metric, Buckets>> bySubject) {
        Map<List<Metric>, Part> parts = new LinkedHashMap<>();
        bySubject.forEach((subject, series) -> number(subject).ifPresent((gpu) -> {
            SeriesAggregator aggregator = new SeriesAggregator(series);
            parts.computeIfAbsent(
                            aggregator.columns(),
                            (columns) -> new Part(subject.scope(), columns, new LinkedHashMap<>()))
                    .aggregators
                    .put(gpu, aggregator);
        }));
        return parts.values();
    }

    private void read(JdbcClient jdbc, Part part, WindowQuery query, Map<Tier, Long> rolledUntil) {
        long from = query.from();
        for (Tier tier = query.tier(); tier != Tier.RAW; tier = tier.finer()) {
            long until = Math.min(query.to(), rolledUntil.getOrDefault(tier, Long.MIN_VALUE));
            if (until > from) {
                of(part.scope, tier)
                        .read(
                                jdbc,
                                part.rows(from, until),
                                (row) -> part.of(row).addRolled(row));
                from = until;
            }
        }
        if (from < query.to()) {
            readRaw(jdbc, part, from, query.to());
        }
    }

    private void readRaw(JdbcClient jdbc, Part part, long from, long to) {
        SampleTable raw = of(part.scope, Tier.RAW);
        long reach = part.reach();
        part.aggregators.values().forEach((aggregator) -> aggregator.rawBetween(from, to));
        raw.read(
                jdbc,
                part.rows(before(jdbc, raw, from) - reach, to + reach),
                (row) -> part.of(row).addRaw(row));
    }

    private static long before(JdbcClient jdbc, SampleTable raw, long from) {
        return raw.table()
                .lastBefore(jdbc, from)
                .filter((last) -> last >= from - LOOK_BACK_MILLIS)
                .orElse(from);
    }

    /** Aggregates the rows of a minute or hour from the next finer tier into one row per subject. */
    void rollUp(HistoryFile file, Tier tier, long start) {
        SCOPES.forEach((scope) -> rollUp(file, tier, scope, start));
    }

    private void rollUp(HistoryFile file, Tier tier, Scope scope, long start) {
        SampleTable finer = of(scope, tier.finer());
        List<Subject> subjects = subjects(scope, start, start + tier.widthMillis());
        if (finer.isEmpty() || subjects.isEmpty()) {
            return;
        }
        List<SeriesKey> keys = subjects.stream()
                .flatMap((subject) -> finer.columns().stream().map((metric) -> new SeriesKey(subject, metric)))
                .toList();
        long end = start + tier.widthMillis();
        WindowQuery query = new WindowQuery(start, end, tier.widthMillis(), tier.finer(), keys);
        Map<SeriesKey, Buckets> result = read(file.client(), query, Map.of(tier.finer(), end));
        List<SampleRow> rows = subjects.stream()
                .map((subject) -> rolled(result, subject, start))
                .flatMap(Optional::stream)
                .toList();
        if (!rows.isEmpty()) {
            SampleTable table = of(scope, tier);
            table.ensureColumns(file.writer(), finer.columns());
            table.insert(file.writer(), rows);
        }
    }

    /** Returns the row of a subject from series with a single bucket; empty when no bucket has a value. */
    private Optional<SampleRow> rolled(Map<SeriesKey, Buckets> series, Subject subject, long start) {
        StoredMetrics stored = StoredMetrics.of(subject.scope());
        double[] min = stored.absent();
        double[] avg = stored.absent();
        double[] max = stored.absent();
        double samples = 0;
        for (Metric metric : stored.all()) {
            Buckets buckets = series.get(new SeriesKey(subject, metric));
            if (buckets != null && !buckets.isEmpty(0)) {
                int place = stored.place(metric);
                min[place] = buckets.min(0);
                max[place] = buckets.max(0);
                // The mean of equal values is exactly that value.
                avg[place] = buckets.min(0) == buckets.max(0) ? buckets.min(0) : buckets.avg(0);
                samples = Math.max(samples, buckets.weight(0));
            }
        }
        long gpu = number(subject).orElseThrow();
        SampleRow row = new SampleRow(gpu, start, (int) Math.round(samples), min, avg, max);
        return samples == 0 ? Optional.empty() : Optional.of(row);
    }
}
