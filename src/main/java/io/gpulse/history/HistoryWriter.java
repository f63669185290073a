package io.gpulse.history;

import io.gpulse.web.Refusal;
import java.util.function.Function;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Scheduler;

/** Writes what people send, on the thread that writes rounds. */
public final class HistoryWriter {

    private final StoreKeeper keeper;
    private final Scheduler scheduler;

    /** @param scheduler of one thread */
    HistoryWriter(StoreKeeper keeper, Scheduler scheduler) {
        this.keeper = keeper;
        this.scheduler = scheduler;
    }

    Scheduler scheduler() {
        return this.scheduler;
    }

    /** @throws Refusal through the result, when there is no store or it cannot be written to */
    public <T> Mono<T> write(Function<HistoryStore, T> work) {
        return Mono.fromCallable(() -> work.apply(this.keeper.required()))
                .doOnError(StoreException.class, this.keeper::fail)
                .onErrorMap(
                        StoreException.class,
                        (failed) ->
                                Refusal.unavailable("The history cannot be written now.", HistoryReader.RETRY_AFTER))
                .subscribeOn(this.scheduler);
    }
}
