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
        try {
            sink.success(query.apply(this.database.required()));
        } catch (StoreException failed) {
            sink.error(unavailable("The history cannot be read now."));
        } catch (RuntimeException | Error failed) {
            sink.error(failed);
        }
    }

    /** Returns whether there is a store now. */
    public boolean isOpen() {
        return this.database.store().isPresent();
    }

    /** Returns the current state without touching the database. */
    public HistoryState state() {
        return statistics().state();
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
        return this.database.statistics();
    }

    /** Returns the time of the oldest sample if older samples were deleted, otherwise the epoch. */
    Instant rawSince() {
        HistoryStatistics now = statistics();
        Instant raw = now.rawSince();
        Instant minutes = now.minutesSince();
        boolean deleted =
                raw != null && minutes != null && minutes.plus(DELETED).isBefore(raw);
        return raw == null || !deleted ? Instant.EPOCH : raw;
    }
}
