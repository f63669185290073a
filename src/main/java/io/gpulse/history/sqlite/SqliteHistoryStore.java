package io.gpulse.history.sqlite;

import io.gpulse.history.AccountingStore;
import io.gpulse.history.Batch;
import io.gpulse.history.EventStore;
import io.gpulse.history.HistoryStore;
import io.gpulse.history.KnownGpu;
import io.gpulse.history.MarkStore;
import io.gpulse.history.QueryResult;
import io.gpulse.history.StoreExtent;
import io.gpulse.history.StoredSample;
import io.gpulse.history.Tier;
import io.gpulse.history.WindowQuery;
import io.gpulse.history.accounting.LinkErrorCount;
import io.gpulse.history.silence.SilenceStore;
import io.gpulse.metric.Metric;
import io.gpulse.metric.Scope;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.OptionalLong;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.springframework.dao.DataAccessException;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.core.simple.JdbcClient;

/** A history in a SQLite database. */
final class SqliteHistoryStore implements HistoryStore {

    private final HistoryFile file;
    private final Limits limits;
    private final Runnable onClose;
    private final StoredGpus gpus = new StoredGpus();
    private final SampleTables tables = new SampleTables(this.gpus);
    private final AccountingTables accounts = new AccountingTables(this.gpus);
    private final Map<Tier, Long> rolledUntil = new ConcurrentHashMap<>();
    private final Retention retention;
    private BooleanSupplier inPlace = () -> true;

    /** Whether columns and GPUs may be known that were not stored. */
    private boolean stale;

    /** For how long is kept what, and how much of it. */
    record Limits(Duration raw, Duration rolled, long maxBytes) {

        Duration of(Tier tier) {
            return tier == Tier.RAW ? this.raw : this.rolled;
        }
    }

    /** @param onClose gives back what keeps others from the file */
    SqliteHistoryStore(HistoryFile file, Limits limits, Runnable onClose) {
        this.file = file;
        this.limits = limits;
        this.onClose = onClose;
        List<TimedTable> timed = new ArrayList<>(this.tables.all().toList());
        timed.addAll(AccountingTables.TABLES);
        timed.add(MarkTable.TIMED);
        timed.add(EventTable.TIMED);
        this.retention = new Retention(timed, limits);
        translated(() -> {
            file.inTransaction(this::create);
            return true;
        });
    }

    void watch(FileIdentity identity) {
        this.inPlace = identity::isCurrent;
    }

    @Override
    public boolean isInPlace() {
        return this.inPlace.getAsBoolean();
    }

    private void create() {
        JdbcTemplate jdbc = this.file.writer();
        Schema.mark(jdbc);
        this.gpus.create(JdbcClient.create(jdbc));
        this.tables.all().forEach((table) -> table.create(jdbc));
        this.accounts.create(jdbc);
        LinkErrorTable.create(jdbc);
        MarkTable.create(jdbc);
        SqliteSilenceStore.create(jdbc);
        EventTable.create(jdbc);
        AccountingReader.endForgotten(jdbc);
        // After an end without warning the last minutes are made of the samples that were kept.
        for (Tier tier : List.of(Tier.MINUTE, Tier.HOUR)) {
            this.tables.last(jdbc, tier).ifPresent((at) -> this.rolledUntil.put(tier, at + tier.widthMillis()));
        }
    }

    @Override
    public void append(Batch batch) {
        translated(() -> {
            if (this.stale) {
                this.file.inTransaction(this::create);
            }
            this.stale = true;
            Map<Tier, Long> rolled = new EnumMap<>(Tier.class);
            rolled.putAll(this.rolledUntil);
            this.file.inTransaction(() -> {
                insert(batch);
                if (!batch.samples().isEmpty()) {
                    rollUp(oldest(batch), newest(batch), rolled);
                }
            });
            this.stale = false;
            // Who reads must not look for minutes that are not there yet.
            this.rolledUntil.putAll(rolled);
            return true;
        });
    }

    private static long oldest(Batch batch) {
        return batch.samples().stream().mapToLong(StoredSample::at).min().orElseThrow();
    }

    private static long newest(Batch batch) {
        return batch.samples().get(batch.samples().size() - 1).at();
    }

    private void insert(Batch batch) {
        JdbcTemplate jdbc = this.file.writer();
        JdbcClient client = JdbcClient.create(jdbc);
        batch.gpus().forEach((gpu) -> this.gpus.note(client, gpu));
        Map<Scope, List<SampleRow>> rows = new EnumMap<>(Scope.class);
        for (StoredSample sample : batch.samples()) {
            this.gpus
                    .number(sample.subject())
                    .ifPresent((gpu) -> rows.computeIfAbsent(sample.subject().scope(), (scope) -> new ArrayList<>())
                            .add(SampleRow.of(gpu, sample.at(), sample.values())));
        }
        rows.forEach((scope, ofScope) -> {
            SampleTable table = this.tables.of(scope, Tier.RAW);
            table.ensureColumns(jdbc, SampleRow.present(scope, ofScope));
            table.insert(jdbc, ofScope);
        });
        this.accounts.write(jdbc, batch.accounting());
        LinkErrorTable.add(jdbc, this.gpus, batch.linkErrors());
    }

    /** Makes the minutes and hours that were over at the newest sample of a batch. */
    private void rollUp(long oldest, long now, Map<Tier, Long> rolled) {
        for (Tier tier : List.of(Tier.MINUTE, Tier.HOUR)) {
            long width = tier.widthMillis();
            long until = Math.floorDiv(now, width) * width;
            // When the clock was set back, what was made of that time lacks what comes now.
            long from = Math.min(Math.floorDiv(oldest, width) * width, rolled.getOrDefault(tier, Long.MIN_VALUE));
            OptionalLong next = this.tables.first(this.file.writer(), tier.finer(), from);
            while (next.isPresent() && next.getAsLong() < until) {
                long start = Math.floorDiv(next.getAsLong(), width) * width;
                rollUp(tier, start);
                next = this.tables.first(this.file.writer(), tier.finer(), start + width);
            }
            rolled.put(tier, until);
        }
    }

    private void rollUp(Tier tier, long start) {
        JdbcTemplate jdbc = this.file.writer();
        this.tables.rollUp(jdbc, tier, Scope.HOST, start);
        this.tables.rollUp(jdbc, tier, Scope.GPU, start);
    }

    @Override
    public void prune(Instant now) {
        translated(() -> {
            this.retention.apply(this.file, now);
            long limit = now.minus(this.limits.rolled()).toEpochMilli();
            this.file.inTransaction(() -> LinkErrorTable.prune(this.file.writer(), limit));
            this.file.inTransaction(() -> LinkErrorTable.limit(this.file.writer()));
            this.file.inTransaction(() -> EventTable.prune(this.file.writer()));
            return true;
        });
    }

    @Override
    public QueryResult read(WindowQuery query) {
        return answered((jdbc) -> this.tables.read(jdbc, query, this.rolledUntil));
    }

    @Override
    public List<KnownGpu> gpus() {
        return answered((jdbc) -> StoredGpus.all(JdbcClient.create(jdbc)));
    }

    @Override
    public StoreExtent extent() {
        JdbcTemplate jdbc = this.file.writer();
        return translated(() -> new StoreExtent(
                moment(this.tables.first(jdbc, Tier.RAW, Long.MIN_VALUE)),
                moment(this.tables.first(jdbc, Tier.MINUTE, Long.MIN_VALUE)),
                moment(this.tables.first(jdbc, Tier.HOUR, Long.MIN_VALUE)),
                Retention.usedBytes(jdbc),
                this.limits.maxBytes()));
    }

    @Override
    public void minuteMeans(long from, long to, List<Metric> metrics, MeansVisitor visitor) {
        Map<Long, String> uuids = this.gpus.uuids();
        readMeans(
                Tier.MINUTE,
                new SampleTable.Rows(uuids.keySet(), from, to, metrics),
                (row) -> visitor.visit(Objects.requireNonNull(uuids.get(row.gpu())), row.avg()));
    }

    @Override
    public void samples(long from, long to, List<Metric> metrics, SampleVisitor visitor) {
        Map<Long, String> uuids = this.gpus.uuids();
        readMeans(
                Tier.RAW,
                new SampleTable.Rows(uuids.keySet(), from, to, metrics),
                (row) -> visitor.visit(Objects.requireNonNull(uuids.get(row.gpu())), row.at(), row.avg()));
    }

    private void readMeans(Tier tier, SampleTable.Rows rows, Consumer<SampleRow> visitor) {
        answered((jdbc) -> {
            this.tables.of(Scope.GPU, tier).readMeans(jdbc, rows, visitor);
            return true;
        });
    }

    @Override
    public long minutes(long from, long to) {
        OptionalLong first =
                answered((jdbc) -> this.tables.of(Scope.GPU, Tier.MINUTE).firstFrom(jdbc, from));
        long width = Tier.MINUTE.widthMillis();
        return first.isPresent() ? Math.max(0, (to - first.getAsLong() + width - 1) / width) : 0;
    }

    @Override
    public List<LinkErrorCount> linkErrors(long from, long to) {
        return answered((jdbc) -> LinkErrorTable.read(jdbc, from, to));
    }

    @Override
    public AccountingStore accounting() {
        return new SqliteAccountingStore(this.file);
    }

    @Override
    public EventStore events() {
        return new SqliteEventStore(this.file, this.tables);
    }

    @Override
    public MarkStore marks() {
        return new SqliteMarkStore(this.file);
    }

    @Override
    public SilenceStore silences() {
        return new SqliteSilenceStore(this.file);
    }

    private static @Nullable Instant moment(OptionalLong at) {
        return at.isPresent() ? Instant.ofEpochMilli(at.getAsLong()) : null;
    }

    private <T> T answered(Function<JdbcTemplate, T> question) {
        return translated(() -> this.file.read(question));
    }

    private static <T> T translated(Supplier<T> work) {
        try {
            return work.get();
        } catch (DataAccessException failed) {
            throw SqliteFaults.translate(failed);
        }
    }

    @Override
    public void close() {
        try {
            this.file.close();
        } finally {
            this.onClose.run();
        }
    }
}
