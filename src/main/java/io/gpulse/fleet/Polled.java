package io.gpulse.fleet;

import io.gpulse.event.message.LocalizedText;
import io.gpulse.event.message.Messages;
import java.time.Duration;
import java.time.Instant;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import reactor.core.publisher.Mono;

/**
 * The latest answer of a server that is requested regularly. Its state is written on one thread and read on any.
 *
 * @param <T> the type of an answer
 */
final class Polled<T> {

    private static final Logger log = LoggerFactory.getLogger(Polled.class);

    private static final LocalizedText WAITING = Messages.text("fleet.waiting");

    private final Mono<T> source;
    private final UnaryOperator<T> unknown;
    private final Limits limits;
    private final Machines.Time time;
    private volatile Status<T> status;
    private volatile @Nullable Status<T> overdue;
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
     * Limits of time.
     *
     * @param timeout the longest time of an exchange
     * @param overdue after which an answer that no later one has confirmed is none
     */
    record Limits(Duration timeout, Duration overdue) {}

    /** @param unknown makes an answer one of a server that no longer answers */
    Polled(Mono<T> source, UnaryOperator<T> unknown, Limits limits, Machines.Time time) {
        this.source = source;
        this.unknown = unknown;
        this.limits = limits;
        this.time = time;
        this.status = new Status<>(time.clock().instant(), WAITING, null, null);
    }

    /** Returns the state; an answer that no request has confirmed for long is none. */
    Status<T> status() {
        Status<T> latest = this.status;
        Answered answer = latest.answered();
        if (!latest.answers() || answer == null || since(answer).compareTo(this.limits.overdue) <= 0) {
            return latest;
        }
        Status<T> known = this.overdue;
        if (known == null || !answer.equals(known.answered())) {
            known = latest.failing(answer.at(), MachineException.late(this.limits.timeout), this.unknown);
            this.overdue = known;
        }
        return known;
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
                .onErrorResume((failure) -> {
                    if (!(failure instanceof MachineException)) {
                        log.warn("The answer of another server could not be used", failure);
                    }
                    LocalizedText why =
                            MachineException.of(failure, this.limits.timeout).sentence();
                    this.status = this.status.failing(this.time.clock().instant(), why, this.unknown);
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
