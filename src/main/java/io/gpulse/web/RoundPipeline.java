package io.gpulse.web;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Queue;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.context.SmartLifecycle;
import reactor.core.Disposable;
import reactor.core.Disposables;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.core.publisher.Sinks;
import reactor.core.scheduler.Scheduler;
import reactor.util.retry.Retry;

/**
 * A feature that consumes rounds, and other feeds, on one thread, in the order of their arrival. Owns the
 * subscriptions, the elements that wait, the report of failures, and the last work at the stop. A consumer that throws
 * loses one element; a feed that fails is subscribed to again.
 */
public abstract class RoundPipeline implements SmartLifecycle, FailureMonitor {

    private static final Logger log = LoggerFactory.getLogger(RoundPipeline.class);

    private static final Duration RESTART_DELAY = Duration.ofSeconds(1);
    private static final Duration STOP_TIMEOUT = Duration.ofSeconds(3);

    private final String part;
    private final Scheduler thread;
    private final List<ConsumerGuard> guards = new ArrayList<>();
    private final List<Supplier<Disposable>> inputs = new ArrayList<>();
    private final Disposable.Swap subscriptions = Disposables.swap();
    private Sinks.Empty<Void> stopped = Sinks.empty();
    private volatile boolean running;

    /** The elements of a feed that wait for the thread, each with a task. Thread-safe. */
    private static final class WaitingElements<T> {

        private final Queue<T> queue = new ArrayDeque<>();
        private final int most;

        WaitingElements(int most) {
            this.most = most;
        }

        /** Returns whether it is one more; otherwise it takes the place, and the task, of the oldest. */
        synchronized boolean add(T element) {
            boolean isMore = this.queue.size() < this.most;
            if (!isMore) {
                this.queue.remove();
            }
            this.queue.add(element);
            return isMore;
        }

        synchronized Optional<T> poll() {
            return Optional.ofNullable(this.queue.poll());
        }
    }

    /**
     * @param part of gpulse, as the status names it
     * @param thread a scheduler of one thread, which outlives the pipeline; {@code Schedulers.immediate()} consumes on
     *     the sampler's thread, for work that takes microseconds
     */
    protected RoundPipeline(String part, Scheduler thread) {
        this.part = part;
        this.thread = thread;
    }

    /**
     * Adds a feed. Called by the constructors of subclasses.
     *
     * @param work its name, as it begins a sentence
     * @param feed hot
     * @param waiting the maximum number of elements that wait for the thread; the oldest are dropped
     */
    protected final <T> void consume(String work, Flux<T> feed, int waiting, Consumer<T> consumer) {
        ConsumerGuard guard = guard(work);
        Consumer<T> guarded = guard.around(consumer);
        WaitingElements<T> elements = new WaitingElements<>(waiting);
        Runnable next = () -> elements.poll().ifPresent(guarded);
        this.inputs.add(() -> feed.doOnError(guard::failed)
                .retryWhen(Retry.fixedDelay(Long.MAX_VALUE, RESTART_DELAY))
                .takeUntilOther(this.stopped.asMono())
                .subscribe((element) -> {
                    // A task for each element: elements of all feeds are consumed in the order of their arrival.
                    if (elements.add(element)) {
                        this.thread.schedule(next);
                    }
                }));
    }

    /**
     * Returns a guard for further work, whose failures are reported with those of this pipeline. Called by the
     * constructors of subclasses.
     *
     * @param work its name, as it begins a sentence
     */
    protected final ConsumerGuard guard(String work) {
        ConsumerGuard guard = new ConsumerGuard(this.part, work);
        this.guards.add(guard);
        return guard;
    }

    /** Completes the work on the pipeline's thread, after the last element; canceled after 3 s. */
    protected Mono<?> finish() {
        return Mono.empty();
    }

    @Override
    public List<Failure> failures() {
        return FailureMonitor.of(this.guards.toArray(ConsumerGuard[]::new));
    }

    @Override
    public void start() {
        this.running = true;
        this.stopped = Sinks.empty();
        Disposable.Composite started = Disposables.composite();
        this.subscriptions.update(started);
        this.inputs.forEach((input) -> started.add(input.get()));
    }

    @Override
    public void stop() {
        this.running = false;
        // The elements that wait are consumed before the last work.
        this.stopped.tryEmitEmpty();
        Mono.defer(this::finish)
                .subscribeOn(this.thread)
                .timeout(STOP_TIMEOUT)
                .doOnError((failure) -> log.warn("The last work of {} failed: {}", this.part, failure.toString()))
                .onErrorComplete()
                .block();
        this.subscriptions.update(Disposables.disposed());
    }

    @Override
    public boolean isRunning() {
        return this.running;
    }
}
