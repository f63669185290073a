package io.gpulse.fleet;

import io.gpulse.event.message.LocalizedText;
import io.gpulse.event.message.Messages;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Scheduler;

/** A machine of the list, and its latest answer. Its state is written on one thread and read on any. */
final class RemoteMachine {

    private static final LocalizedText WAITING = Messages.text("fleet.waiting");

    /** A machine that was requested regularly would have answered, or failed, in this time. */
    private static final Duration OVERDUE = Duration.ofSeconds(15);

    private final MachineAddress address;
    private final Mono<MachineReport> reports;
    private final InstantSource clock;
    private final LongSupplier nanos;
    private volatile Status status;
    private boolean requested;

    /**
     * The state of a machine.
     *
     * @param since when it began to answer, or stopped
     * @param problem null while it answers
     * @param report the latest one; null before the first one
     * @param answered the latest answer; null before the first one
     */
    record Status(
            Instant since,
            @Nullable LocalizedText problem,
            @Nullable MachineReport report,
            @Nullable Answered answered) {

        boolean answers() {
            return this.problem == null;
        }

        boolean isWaiting() {
            return WAITING.equals(this.problem);
        }

        private Status failing(Instant at, LocalizedText why) {
            boolean begins = answers();
            return new Status(
                    begins ? at : this.since,
                    why,
                    begins && this.report != null ? this.report.unknown() : this.report,
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

    /** @param nanos a monotonic clock, in nanoseconds */
    RemoteMachine(MachineAddress address, Mono<MachineReport> reports, InstantSource clock, LongSupplier nanos) {
        this.address = address;
        this.reports = reports;
        this.clock = clock;
        this.nanos = nanos;
        this.status = new Status(clock.instant(), WAITING, null, null);
    }

    MachineAddress address() {
        return this.address;
    }

    /** Returns the state; an answer that no request has confirmed for long is none. */
    Status status() {
        Status latest = this.status;
        Answered answer = latest.answered();
        return latest.answers() && answer != null && since(answer).compareTo(OVERDUE) > 0
                ? latest.failing(answer.at(), MachineException.late(MachineClient.TIMEOUT))
                : latest;
    }

    /** Returns the age of the values in the latest report; null before the first one, and when it is not known. */
    @Nullable
    Duration age() {
        Status latest = this.status;
        Answered answer = latest.answered();
        MachineReport report = latest.report();
        return answer == null || report == null || report.ageMillis() == null
                ? null
                : since(answer).plusMillis(report.ageMillis());
    }

    private Duration since(Answered answer) {
        return Duration.ofNanos(this.nanos.getAsLong() - answer.nanos());
    }

    /**
     * Returns the next exchange, which never fails; empty while one is in progress.
     *
     * @param thread the one that writes the state
     */
    Mono<Void> poll(Scheduler thread) {
        if (this.requested) {
            return Mono.empty();
        }
        this.requested = true;
        long begun = this.nanos.getAsLong();
        return this.reports
                .publishOn(thread)
                .doOnNext((report) -> answered(report, begun))
                .onErrorResume(MachineException.class, (failure) -> {
                    this.status = this.status.failing(this.clock.instant(), failure.sentence());
                    return Mono.empty();
                })
                .doFinally((end) -> this.requested = false)
                .then();
    }

    private void answered(MachineReport report, long begun) {
        Instant at = this.clock.instant();
        long now = this.nanos.getAsLong();
        Status before = this.status;
        this.status = new Status(
                before.answers() ? before.since() : at,
                null,
                report,
                new Answered(at, now, Duration.ofNanos(now - begun)));
    }
}
