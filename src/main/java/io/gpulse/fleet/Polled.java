package io.gpulse.fleet;

import io.gpulse.event.message.LocalizedText;
import io.gpulse.event.message.Messages;
import java.time.Duration;
import java.time.Instant;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Mono;

/**
 * The latest answer of a server that is requested regularly. Its state is written on one thread and read on any.
 *
 * @param <T> the type of an answer
 */
final class Polled<T> {

    private static final LocalizedText WAITING = Messages.text("fleet.waiting");

    private final Mono<T> source;
    private final UnaryOperator<T> unknown;
    private final Duration timeout;
    private final Machines.Time time;
    private volatile Status<T> status;
    private boolean requested;

    /**
     * The state of a server.
     *
     * @param <T> the type of an answer
     * @param since when it began to answer, or stopped
     * @param problem null while it answers
     * @param value its latest answer; null before the first one
     * @param answered when it was; null before the first one
     */
    record Status<T>(
            Instant since,
            @Nullable LocalizedText problem,
            @Nullable T value,
            @Nullable Answered answered) {

        boolean answers() {
            return this.problem == null;
        }

        boolean isWaiting() {
            return WAITING.equals(this.problem);
        }

        private Status<T> failing(Instant at, LocalizedText why, UnaryOperator<T> unknown) {
            boolean begins = answers();
            return new Status<>(
                    begins ? at : this.since,
                    why,
                    begins && this.value != null ? unknown.apply(this.value) : this.value,
                    this.answered);
        }
    }

    /**
     * An answer.
     *
     * @param at when it was received
     * @param nanos the same by the monotonic clock
     * @param took the time of the exchange
     */
    record Answered(Instant at, long nanos, Duration took) {}

    /**
     * @param source fails with a {@link MachineException} only
     * @param unknown makes an answer one of a server that no longer answers
     * @param timeout the longest time of an exchange; a fifth of that after which an answer is none
     */
    Polled(Mono<T> source, UnaryOperator<T> unknown, Duration timeout, Machines.Time time) {
        this.source = source;
        this.unknown = unknown;
        this.timeout = timeout;
        this.time = time;
        this.status = new Status<>(time.clock().instant(), WAITING, null, null);
    }

    /** Returns the state; an answer that no request has confirmed for long is none. */
    Status<T> status() {
        Status<T> latest = this.status;
        Answered answer = latest.answered();
        return latest.answers() && answer != null && since(answer).compareTo(this.timeout.multipliedBy(5)) > 0
                ? latest.failing(answer.at(), MachineException.late(this.timeout), this.unknown)
                : latest;
    }

    Duration since(Answered answer) {
        return Duration.ofNanos(this.time.nanos().getAsLong() - answer.nanos());
    }

    /** Returns the next exchange, which never fails; empty while one is in progress. */
    Mono<Void> poll() {
        if (this.requested) {
            return Mono.empty();
        }
        this.requested = true;
        long begun = this.time.nanos().getAsLong();
        return this.source
                .publishOn(this.time.thread())
                .doOnNext((value) -> answered(value, begun))
                .onErrorResume(MachineException.class, (failure) -> {
                    this.status = this.status.failing(this.time.clock().instant(), failure.sentence(), this.unknown);
                    return Mono.empty();
                })
                .doFinally((end) -> this.requested = false)
                .then();
    }

    private void answered(T value, long begun) {
        Instant at = this.time.clock().instant();
        long now = this.time.nanos().getAsLong();
        Status<T> before = this.status;
        this.status = new Status<>(
                before.answers() ? before.since() : at,
                null,
                value,
                new Answered(at, now, Duration.ofNanos(now - begun)));
    }
}
