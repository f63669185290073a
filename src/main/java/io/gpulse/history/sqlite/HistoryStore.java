package io.gpulse.history.sqlite;

import io.gpulse.history.Batch;
import io.gpulse.history.Buckets;
import io.gpulse.history.KnownGpu;
import io.gpulse.history.SeriesKey;
import io.gpulse.history.StoreException;
import io.gpulse.history.StoredSample;
import io.gpulse.history.Subject;
import io.gpulse.history.Tier;
import io.gpulse.history.TimeRange;
import io.gpulse.history.WindowQuery;
import io.gpulse.history.accounting.LinkErrorCount;
import io.gpulse.metric.Metric;
import io.gpulse.metric.Scope;
import io.gpulse.web.HistoryState;
import io.gpulse.web.HistoryStatistics;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.core.simple.JdbcClient;

/** A history in a SQLite database. One thread writes, any thread may read; each call blocks. */
public class HistoryStore implements AutoCloseable {

    private static final List<Tier> ROLLED = List.of(Tier.MINUTE, Tier.HOUR);

    private final HistoryFile file;
    private final Limits limits;
    private final Runnable onClose;
    private final StoredGpus gpus = new StoredGpus();
    private final SampleTables tables = new SampleTables(this.gpus);
    private final AccountingTables accounts = new AccountingTables(this.gpus);
    private final Map<Tier, Long> rolledUntil = new ConcurrentHashMap<>();
    private final Retention retention;

    /** Whether a failed transaction may have left columns or GPUs in memory that are not stored. */
    private boolean stale;

    /** The retention of samples and of all other rows, and the maximum size of the file. */
    record Limits(Duration raw, Duration rolled, long maxBytes) {

        Duration of(Tier tier) {
            return tier == Tier.RAW ? this.raw : this.rolled;
        }
    }

    /** Receives the samples, or the means of the minutes, of GPUs. */
    @FunctionalInterface
    public interface SampleVisitor {

        /**
         * Receives one sample or minute.
         *
         * @param at begin of its round or of the minute, in epoch ms
         * @param values in the order of the requested metrics; NaN where absent
         */
        void visit(String uuid, long at, double[] values);
    }

    /** @param onClose releases the lock of the file */
    HistoryStore(HistoryFile file, Limits limits, Runnable onClose) {
        this.file = file;
        this.limits = limits;
        this.onClose = onClose;
        List<TimedTable> timed = new ArrayList<>(
                this.tables.all().stream().map(SampleTable::table).toList());
        timed.addAll(AccountingTables.TABLES);
        timed.add(MarkStore.TIMED);
        timed.add(EventStore.TIMED);
        this.retention = new Retention(timed, limits);
        file.write(this::create);
    }

    /** Returns whether the files are still those that were opened: they may have been deleted or replaced. */
    public boolean isInPlace() {
        return this.file.isInPlace();
    }

    /** Returns whether there is another file in place of the opened one, which was not just deleted. */
    public boolean isReplaced() {
        return this.file.isReplaced();
    }

    private void create() {
        JdbcTemplate jdbc = this.file.writer();
        JdbcClient client = this.file.client();
        Schema.mark(jdbc);
        this.gpus.create(client);
        this.tables.create(jdbc);
        this.accounts.create(jdbc);
        LinkErrorTable.create(jdbc);
        MarkStore.create(jdbc);
        SilenceStore.create(jdbc);
        NotificationStore.create(jdbc);
        EventStore.create(jdbc);
        AccountingStore.endForgotten(client);
        StateStore.deleteInterrupted(client);
        // After a crash the last minutes are aggregated from the samples that were stored.
        ROLLED.forEach((tier) -> this.tables
                .last(client, tier, Long.MAX_VALUE)
                .ifPresent((at) -> this.rolledUntil.put(tier, at + tier.widthMillis())));
    }

    /**
     * Stores all of a batch or, when that fails, nothing.
     *
     * @throws StoreException when the database cannot be written now; the next call may succeed
     */
    public void append(Batch batch) {
        Map<Tier, Long> rolled = new EnumMap<>(Tier.class);
        write(() -> {
            rolled.putAll(this.rolledUntil);
            insert(batch);
            if (!batch.samples().isEmpty()) {
                rollUp(batch.samples(), rolled);
            }
        });
        // Only now: no reader expects minutes that are not committed.
        this.rolledUntil.putAll(rolled);
    }

    private void write(Runnable work) {
        if (this.stale) {
            this.file.write(this::create);
        }
        this.stale = true;
        this.file.write(work);
        this.stale = false;
    }

    private void insert(Batch batch) {
        JdbcTemplate jdbc = this.file.writer();
        batch.gpus().forEach((gpu) -> this.gpus.put(this.file.client(), gpu));
        this.tables.insert(this.file, batch.samples());
        this.accounts.write(jdbc, batch.accounting());
        LinkErrorTable.add(jdbc, this.gpus, batch.linkErrors());
    }

    /** Aggregates the minutes and hours that are over at the newest sample of a batch. */
    private void rollUp(List<StoredSample> samples, Map<Tier, Long> rolled) {
        long oldest = samples.stream().mapToLong(StoredSample::at).min().orElseThrow();
        long newest = samples.get(samples.size() - 1).at();
        for (Tier tier : ROLLED) {
            long width = tier.widthMillis();
            long until = Math.floorDiv(newest, width) * width;
            // When the clock was set back, minutes that exist already lack the new samples.
            long from = Math.min(Math.floorDiv(oldest, width) * width, rolled.getOrDefault(tier, Long.MIN_VALUE));
            Optional<Long> next = this.tables.first(this.file.client(), tier.finer(), from);
            while (next.isPresent() && next.get() < until) {
                long start = Math.floorDiv(next.get(), width) * width;
                this.tables.rollUp(this.file, tier, start);
                next = this.tables.first(this.file.client(), tier.finer(), start + width);
            }
            rolled.put(tier, until);
        }
    }

    /** Deletes rows that are older than their retention, and the oldest ones of those that are too many. */
    public void prune(Instant now) {
        HistoryFile.translated(() -> {
            this.retention.apply(this.file, now);
            long limit = now.minus(this.limits.rolled()).toEpochMilli();
            this.file.inTransaction(() -> LinkErrorTable.prune(this.file.writer(), limit));
            this.file.inTransaction(() -> EventStore.prune(this.file.writer()));
            this.file.inTransaction(() -> this.tables.pruneInstances(this.file.client()));
            return true;
        });
    }

    /** @throws StoreException when the database cannot be read now */
    public Map<SeriesKey, Buckets> read(WindowQuery query) {
        return this.file.query((jdbc) -> this.tables.read(jdbc, query, this.rolledUntil));
    }

    /** Returns all GPUs with stored samples, by index. */
    public List<KnownGpu> gpus() {
        return this.file.query(StoredGpus::all);
    }

    /** Returns the MIG instances with samples in a time span in epoch ms, without its end, by place and time. */
    public List<Subject> instances(long from, long to) {
        return this.tables.instances(from, to);
    }

    /** Returns the time span and the size of the history. Only the thread that writes may call this. */
    public HistoryStatistics extent() {
        JdbcClient jdbc = this.file.client();
        return HistoryFile.translated(() -> new HistoryStatistics(
                HistoryState.RECORDING,
                null,
                first(jdbc, Tier.RAW),
                first(jdbc, Tier.MINUTE),
                first(jdbc, Tier.HOUR),
                Retention.usedBytes(jdbc),
                this.limits.maxBytes()));
    }

    private @Nullable Instant first(JdbcClient jdbc, Tier tier) {
        return this.tables
                .first(jdbc, tier, Long.MIN_VALUE)
                .map(Instant::ofEpochMilli)
                .orElse(null);
    }

    /**
     * Visits all samples, or the means of all minutes or hours, of all GPUs, the oldest first.
     *
     * @param span in whole milliseconds
     */
    public void means(Tier tier, TimeRange span, List<Metric> metrics, SampleVisitor visitor) {
        Map<Long, String> uuids = this.gpus.uuids();
        SampleTable.Rows rows = new SampleTable.Rows(uuids.keySet(), span.fromMillis(), span.toMillis(), metrics);
        read(
                this.tables.of(Scope.GPU, tier),
                rows,
                (row) -> visitor.visit(Objects.requireNonNull(uuids.get(row.gpu())), row.at(), row.avg()));
    }

    private void read(SampleTable table, SampleTable.Rows rows, Consumer<SampleRow> visitor) {
        this.file.query((jdbc) -> {
            table.readMeans(jdbc, rows, visitor);
            return true;
        });
    }

    /**
     * Visits the times and values of all samples of the host, the oldest first.
     *
     * @param span in whole milliseconds
     */
    public void hostSamples(TimeRange span, List<Metric> metrics, BiConsumer<Long, double[]> visitor) {
        var rows = new SampleTable.Rows(Set.of(StoredGpus.HOST), span.fromMillis(), span.toMillis(), metrics);
        read(this.tables.of(Scope.HOST, Tier.RAW), rows, (row) -> visitor.accept(row.at(), row.avg()));
    }

    /**
     * Returns the error counters of links at the beginning of a time span, and their changes in it.
     *
     * @param from in epoch ms
     * @param to in epoch ms, exclusive
     */
    public List<LinkErrorCount> linkErrors(long from, long to) {
        return this.file.query((jdbc) -> LinkErrorTable.read(jdbc, from, to));
    }

    public AccountingStore accounting() {
        return new AccountingStore(this.file);
    }

    public LedgerStore ledger() {
        return new LedgerStore(this.file);
    }

    public PastStore past() {
        return new PastStore(this.file, this.gpus, this.tables, this::write);
    }

    public StateStore states() {
        return new StateStore(this.file);
    }

    public MarkStore marks() {
        return new MarkStore(this.file);
    }

    public SilenceStore silences() {
        return new SilenceStore(this.file);
    }

    public NotificationStore notifications() {
        return new NotificationStore(this.file);
    }

    public EventStore events() {
        return new EventStore(this.file, this.tables);
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
