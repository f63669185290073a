package io.gpulse.history;

import io.gpulse.web.HistoryMonitor;
import io.gpulse.web.HistoryState;
import io.gpulse.web.HistoryStatistics;
import io.gpulse.web.Refusal;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.Function;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Scheduler;

/** Asks the store on threads of its own, and says so when there is none. */
public final class HistoryReader implements HistoryMonitor {

    static final Duration RETRY_AFTER = Duration.ofSeconds(10);

    /** The minute of the first sample begins before it. */
    private static final Duration FORGOTTEN = Duration.ofMinutes(2);

    private final StoreKeeper keeper;
    private final Scheduler scheduler;
    private final InstantSource clock;

    /** @param scheduler few threads, and a bounded queue before them */
    HistoryReader(StoreKeeper keeper, Scheduler scheduler, InstantSource clock) {
        this.clock = clock;
        this.keeper = keeper;
        this.scheduler = scheduler;
    }

    /** @throws Refusal through the result, when there is no store or it does not answer */
    public <T> Mono<T> ask(Function<HistoryStore, T> question) {
        return Mono.fromCallable(() -> question.apply(this.keeper.required()))
                .subscribeOn(this.scheduler)
                .onErrorMap(StoreException.class, (failed) -> unavailable("The history cannot be read now."))
                .onErrorMap(
                        RejectedExecutionException.class, (full) -> unavailable("Too much is asked of the history."));
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

    private static Refusal unavailable(String detail) {
        return Refusal.unavailable(detail, RETRY_AFTER);
    }

    /** As of the last batch; asks no file. */
    @Override
    public HistoryStatistics statistics() {
        StoreKeeper.Condition condition = this.keeper.condition();
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

    private static HistoryStatistics statistics(StoreKeeper.Condition condition, StoreExtent extent) {
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
