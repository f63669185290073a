package io.gpulse.web;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.core.publisher.Sinks;
import reactor.core.scheduler.Scheduler;
import reactor.core.scheduler.Schedulers;
import reactor.test.scheduler.VirtualTimeScheduler;

class RoundPipelineTests {

    private final VirtualTimeScheduler time = VirtualTimeScheduler.create();
    private final Sinks.Many<Integer> rounds = Sinks.many().multicast().directBestEffort();
    private final List<Object> consumed = new ArrayList<>();

    @BeforeEach
    void useVirtualTime() {
        VirtualTimeScheduler.set(this.time);
    }

    @AfterEach
    void useRealTime() {
        VirtualTimeScheduler.reset();
    }

    private final class Recorder extends RoundPipeline {

        Recorder(Flux<Integer> feed, Scheduler thread) {
            super("history", thread);
            consume("History recording", feed, 3, this::add);
        }

        private void add(int round) {
            if (round < 0) {
                throw new IllegalArgumentException("negative");
            }
            RoundPipelineTests.this.consumed.add(round);
        }

        @Override
        protected Mono<?> finish() {
            return Mono.fromRunnable(() -> RoundPipelineTests.this.consumed.add("finished"));
        }
    }

    @Test
    void aConsumerThatThrowsLosesOneElementAndIsReportedUntilOneSucceeds() {
        RoundPipeline recorder = new Recorder(this.rounds.asFlux(), Schedulers.immediate());
        recorder.start();

        emit(1, -2);
        assertThat(recorder.failures())
                .containsExactly(new FailureMonitor.Failure(
                        "history", "History recording fails: java.lang.IllegalArgumentException: negative"));
        emit(3);

        assertThat(recorder.failures()).isEmpty();
        assertThat(this.consumed).containsExactly(1, 3);
    }

    @Test
    void aFeedThatFailsIsSubscribedToAgain() {
        Flux<Integer> feed = Flux.concat(Flux.just(1), Flux.error(new IllegalStateException("broken")));
        RoundPipeline recorder = new Recorder(feed, Schedulers.immediate());

        recorder.start();
        assertThat(recorder.failures()).hasSize(1);
        this.time.advanceTimeBy(Duration.ofSeconds(2));
        assertThat(this.consumed).containsExactly(1, 1, 1);

        recorder.stop();
        this.time.advanceTimeBy(Duration.ofSeconds(2));
        assertThat(this.consumed).containsExactly(1, 1, 1, "finished");
    }

    @Test
    void theStopIsNotDelayedByAConsumerThatHangsOrByLastWorkThatFails() {
        Scheduler hanging = Schedulers.fromExecutor((task) -> this.time.advanceTimeBy(Duration.ofSeconds(3)));
        new Recorder(this.rounds.asFlux(), hanging).stop();

        Scheduler disposed = Schedulers.fromExecutor((task) -> {
            throw new RejectedExecutionException("disposed");
        });
        new Recorder(this.rounds.asFlux(), disposed).stop();

        assertThat(this.consumed).isEmpty();
    }

    @Test
    void aFeedThatCompletesIsNoFailure() {
        RoundPipeline recorder = new Recorder(Flux.just(1), Schedulers.immediate());

        recorder.start();
        this.time.advanceTimeBy(Duration.ofSeconds(2));

        assertThat(this.consumed).containsExactly(1);
        assertThat(recorder.failures()).isEmpty();
    }

    @Test
    void theOldestElementsAreDroppedWhileTheThreadIsBusy() {
        Deque<Runnable> work = new ArrayDeque<>();
        RoundPipeline recorder = new Recorder(this.rounds.asFlux(), Schedulers.fromExecutor(work::add));
        recorder.start();

        emit(1, 2, 3, 4, 5, 6);
        while (!work.isEmpty()) {
            work.remove().run();
        }

        assertThat(this.consumed).containsExactly(4, 5, 6);
    }

    @Test
    void theLastWorkIsDoneAfterTheLastElement() {
        RoundPipeline recorder = new Recorder(this.rounds.asFlux(), Schedulers.immediate());
        recorder.start();
        assertThat(recorder.isRunning()).isTrue();

        emit(1);
        recorder.stop();
        emit(2);

        assertThat(recorder.isRunning()).isFalse();
        assertThat(this.consumed).containsExactly(1, "finished");
    }

    @Test
    void elementsThatWaitForTheThreadAreConsumedBeforeTheLastWork() {
        Deque<Runnable> work = new ArrayDeque<>();
        AtomicBoolean held = new AtomicBoolean(true);
        RoundPipeline recorder = new Recorder(this.rounds.asFlux(), Schedulers.fromExecutor((task) -> {
            work.add(task);
            while (!held.get() && !work.isEmpty()) {
                work.remove().run();
            }
        }));
        recorder.start();
        emit(1, 2);

        held.set(false);
        recorder.stop();

        assertThat(this.consumed).containsExactly(1, 2, "finished");
    }

    /** A thread that takes the only waiting element at the moment when the next one arrives still consumes that one. */
    @Test
    void theLatestElementIsConsumedHoweverElementsMeetTheThread() {
        Scheduler thread = Schedulers.fromExecutorService(Executors.newSingleThreadExecutor());
        AtomicInteger latest = new AtomicInteger();
        RoundPipeline recorder = new RoundPipeline("history", thread) {
            {
                consume("History recording", RoundPipelineTests.this.rounds.asFlux(), 1, latest::set);
            }
        };
        recorder.start();

        int last = 300_000;
        emit(IntStream.rangeClosed(1, last).toArray());
        recorder.stop();
        thread.dispose();

        assertThat(latest).hasValue(last);
    }

    @Test
    void pipelinesOfOneThreadConsumeElementsInTheOrderOfTheirArrival() {
        Deque<Runnable> work = new ArrayDeque<>();
        Scheduler thread = Schedulers.fromExecutor(work::add);
        new Recorder(this.rounds.asFlux(), thread).start();
        new Recorder(this.rounds.asFlux().map((round) -> 10 * round), thread).start();

        emit(1, 2, 3);
        while (!work.isEmpty()) {
            work.remove().run();
        }

        assertThat(this.consumed).containsExactly(1, 10, 2, 20, 3, 30);
    }

    private void emit(int... numbers) {
        for (int number : numbers) {
            this.rounds.tryEmitNext(number);
        }
    }
}
