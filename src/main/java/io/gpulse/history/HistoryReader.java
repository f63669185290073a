package io.gpulse.history;

import io.gpulse.history.answer.ConcurrentQueryLimit;
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

/** Asks the store on threads of its own, and says so when there is none. */
public final class HistoryReader implements HistoryMonitor {

    static final Duration RETRY_AFTER = Duration.ofSeconds(10);

    /** The minute of the first sample begins before it. */
    private static final Duration FORGOTTEN = Duration.ofMinutes(2);

    private final HistoryDatabase keeper;
    private final Scheduler scheduler;
    private final InstantSource clock;

    /** @param scheduler few threads, and a bounded queue before them */
    HistoryReader(HistoryDatabase keeper, Scheduler scheduler, InstantSource clock) {
        this.clock = clock;
        this.keeper = keeper;
        this.scheduler = scheduler;
    }

    /**
     * Reads from the store for a client, which first waits for its place among the answers.
     *
     * @throws ProblemException through the result, when there is no store, it does not answer, or too many read
     */
    public <T> Mono<T> ask(Function<HistoryStore, T> question) {
        return admitted(read(question));
    }

    /** Computes an answer once the request that subscribes has a place among the answers. */
    public <T> Mono<T> admitted(Mono<T> answer) {
        return Mono.deferContextual(
                (context) -> ConcurrentQueryLimit.admission(context).then(answer));
    }

    /** The same without a place. Whoever cancels ends the statement that runs. */
    public <T> Mono<T> read(Function<HistoryStore, T> question) {
        return Mono.create((sink) -> {
            try {
                sink.onCancel(this.scheduler.schedule(() -> read(question, sink)));
            } catch (RejectedExecutionException full) {
                sink.error(unavailable("Too much is asked of the history."));
            }
        });
    }

    /** The sink drops an error that comes after it was cancelled. */
    private <T> void read(Function<HistoryStore, T> question, MonoSink<T> sink) {
        T answer;
        try {
            answer = question.apply(this.keeper.required());
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
        sink.success(answer);
    }

    /** Whether there is a store now. */
    public boolean isOpen() {
        return this.keeper.store().isPresent();
    }

    /** How it fares; asks no file. */
    public HistoryState state() {
        return this.keeper.condition().state();
    }

    public Instant now() {
        return this.clock.instant();
    }

    private static ProblemException unavailable(String detail) {
        return ProblemException.unavailable(detail, RETRY_AFTER);
    }

    /** As of the last batch; asks no file. */
    @Override
    public HistoryStatistics statistics() {
        HistoryDatabase.Condition condition = this.keeper.condition();
        return this.keeper
                .extent()
                .map((extent) -> statistics(condition, extent))
                .orElseGet(() -> HistoryStatistics.of(condition.state(), condition.remark()));
    }

    /** Since when there are samples, where there were some before that have been forgotten; otherwise since ever. */
    Instant rawSince() {
        return this.keeper
                .extent()
                .filter((extent) -> extent.rawSince() != null
                        && extent.minutesSince() != null
                        && extent.minutesSince().plus(FORGOTTEN).isBefore(extent.rawSince()))
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
