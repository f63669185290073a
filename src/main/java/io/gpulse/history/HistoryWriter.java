package io.gpulse.history;

import io.gpulse.web.ProblemException;
import java.util.function.Consumer;
import java.util.function.Function;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Scheduler;

/** Writes what people send and what other features keep, on the thread that writes rounds. */
public final class HistoryWriter {

    private final HistoryDatabase keeper;
    private final Scheduler scheduler;

    /** @param scheduler of one thread */
    HistoryWriter(HistoryDatabase keeper, Scheduler scheduler) {
        this.keeper = keeper;
        this.scheduler = scheduler;
    }

    Scheduler scheduler() {
        return this.scheduler;
    }

    /** @throws ProblemException through the result, when there is no store or it cannot be written to */
    public <T> Mono<T> write(Function<HistoryStore, T> work) {
        return Mono.fromCallable(() -> work.apply(this.keeper.writable()))
                .doOnError(StoreException.class, (failed) -> this.keeper.fail(failed))
                .onErrorMap(
                        StoreException.class,
                        (failed) -> ProblemException.unavailable(
                                "The history cannot be written now. " + failed.getMessage(), HistoryReader.RETRY_AFTER))
                .subscribeOn(this.scheduler);
    }

    /** Does some work with each file that is opened, by the thread that writes; it is repeated if it fails. */
    public void whenOpened(Consumer<HistoryStore> work) {
        this.keeper.whenOpened(work);
    }

    /**
     * Writes of itself, as rounds are written: opens the store where there is none yet.
     *
     * @param simulated whether it is of what no real GPU told
     * @return whether it is written; false when there is no store, or it cannot be written to
     */
    public Mono<Boolean> write(boolean simulated, Consumer<HistoryStore> work) {
        return Mono.fromCallable(() -> this.keeper.write(simulated, work)).subscribeOn(this.scheduler);
    }
}
