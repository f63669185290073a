package io.gpulse.history;

import io.gpulse.history.answer.ConcurrentQueryLimit;
import io.gpulse.history.sqlite.HistoryStore;
import io.gpulse.web.HistoryMonitor;
import io.gpulse.web.HistoryState;
import io.gpulse.web.HistoryStatistics;
import io.gpulse.web.ProblemException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.Function;
import reactor.core.publisher.Mono;
import reactor.core.publisher.MonoSink;
import reactor.core.scheduler.Scheduler;

/** Reads from the history on threads of its own, and fails with a problem when it is not available. */
public final class HistoryReader implements HistoryMonitor {

    static final Duration RETRY_AFTER = Duration.ofSeconds(10);

    /** Minutes older than the first sample by this much show that older samples were deleted. */
    private static final Duration DELETED = Duration.ofMinutes(2);

    private final HistoryDatabase database;
    private final Scheduler scheduler;
    private final InstantSource clock;

    /** @param scheduler a few threads with a bounded queue */
    HistoryReader(HistoryDatabase database, Scheduler scheduler, InstantSource clock) {
        this.clock = clock;
        this.database = database;
        this.scheduler = scheduler;
    }

    /**
     * Reads from the store for a request, which first waits until it is admitted.
     *
     * @throws ProblemException through the result, when there is no store, it cannot be read, or too many requests wait
     */
    public <T> Mono<T> query(Function<HistoryStore, T> query) {
        return admitted(read(query));
    }

    /** Computes a response once the subscribing request is admitted. */
    public <T> Mono<T> admitted(Mono<T> response) {
        return Mono.deferContextual(
                (context) -> ConcurrentQueryLimit.admission(context).then(response));
    }

    /** Reads from the store without admission. A cancellation ends the running statement. */
    public <T> Mono<T> read(Function<HistoryStore, T> query) {
        return Mono.create((sink) -> {
            try {
                sink.onCancel(this.scheduler.schedule(() -> read(query, sink)));
            } catch (RejectedExecutionException full) {
                sink.error(unavailable("Too many concurrent history queries."));
            }
        });
    }

    /** Reads and passes the result on; the sink drops an error after a cancellation. */
    private <T> void read(Function<HistoryStore, T> query, MonoSink<T> sink) {
        T result;
        try {
            result = query.apply(this.database.required());
        } catch (StoreException failed) {
            sink.error(unavailable("The history cannot be read now."));
            return;
        } catch (RuntimeException failed) {
            sink.error(failed);
            return;
        } catch (Error fatal) {
            sink.error(fatal);
            throw fatal;
        }
        sink.success(result);
    }

    /** Returns whether there is a store now. */
    public boolean isOpen() {
        return this.database.store().isPresent();
    }

    /** Returns the current state without touching the database. */
    public HistoryState state() {
        return this.database.condition().state();
    }

    public Instant now() {
        return this.clock.instant();
    }

    private static ProblemException unavailable(String detail) {
        return ProblemException.unavailable(detail, RETRY_AFTER);
    }

    /** Returns the statistics as of the last batch, without touching the database. */
    @Override
    public HistoryStatistics statistics() {
        HistoryDatabase.Condition condition = this.database.condition();
        return this.database
                .extent()
                .map((extent) -> statistics(condition, extent))
                .orElseGet(() -> HistoryStatistics.of(condition.state(), condition.remark()));
    }

    /** Returns the time of the oldest sample if older samples were deleted, otherwise the epoch. */
    Instant rawSince() {
        return this.database
                .extent()
                .filter((extent) -> extent.rawSince() != null
                        && extent.minutesSince() != null
                        && extent.minutesSince().plus(DELETED).isBefore(extent.rawSince()))
                .map(StoreExtent::rawSince)
                .orElse(Instant.EPOCH);
    }

    private static HistoryStatistics statistics(HistoryDatabase.Condition condition, StoreExtent extent) {
        return new HistoryStatistics(
                condition.state(),
                condition.remark(),
                extent.rawSince(),
                extent.minutesSince(),
                extent.hoursSince(),
                extent.sizeBytes(),
                extent.maxBytes());
    }
}
