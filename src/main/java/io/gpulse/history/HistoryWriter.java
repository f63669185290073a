package io.gpulse.history;

import io.gpulse.history.sqlite.HistoryStore;
import io.gpulse.web.ProblemException;
import java.time.Duration;
import java.util.function.Consumer;
import java.util.function.Function;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Scheduler;

/** Writes for requests and other features, on the thread that writes rounds. */
public final class HistoryWriter {

    private static final Duration LONGEST_WAIT = Duration.ofSeconds(1);

    private final HistoryDatabase database;
    private final Scheduler scheduler;

    /** @param scheduler of one thread */
    HistoryWriter(HistoryDatabase database, Scheduler scheduler) {
        this.database = database;
        this.scheduler = scheduler;
    }

    HistoryDatabase database() {
        return this.database;
    }

    Scheduler scheduler() {
        return this.scheduler;
    }

    /** Completes after the work that waits for the thread now, or after at most a second. */
    public Mono<Void> settled() {
        Mono<Void> last = Mono.<Void>fromRunnable(() -> {}).subscribeOn(this.scheduler);
        return last.timeout(LONGEST_WAIT, Mono.empty()).onErrorComplete();
    }

    /**
     * Writes for a request.
     *
     * @throws ProblemException through the result, when there is no store or it cannot be written
     */
    public <T> Mono<T> write(Function<HistoryStore, T> work) {
        return Mono.fromCallable(() -> work.apply(this.database.writable()))
                .doOnError(StoreException.class, (failed) -> this.database.fail(failed))
                .onErrorMap(
                        StoreException.class,
                        (failed) -> ProblemException.unavailable(
                                "The history cannot be written now. " + failed.getMessage(), HistoryReader.RETRY_AFTER))
                .subscribeOn(this.scheduler);
    }

    /** Registers work to do with each file that is opened, on the thread that writes. It is repeated when it fails. */
    public void whenOpened(Consumer<HistoryStore> work) {
        this.database.whenOpened(work);
    }

    /**
     * Writes without a request, as rounds are written: opens the store when there is none yet.
     *
     * @param simulated whether the data is of simulated GPUs
     * @return whether it is written; false when there is no store or it cannot be written
     */
    public Mono<Boolean> write(boolean simulated, Consumer<HistoryStore> work) {
        return Mono.fromCallable(() -> this.database.write(simulated, work)).subscribeOn(this.scheduler);
    }
}
