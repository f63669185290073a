package io.gpulse.fleet;

import io.gpulse.event.message.LocalizedText;
import io.gpulse.event.message.Messages;
import java.time.Duration;
import java.time.Instant;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Scheduler;

/** A machine of the list, and its latest answer. Its state is written on one thread and read on any. */
final class RemoteMachine {

    private static final LocalizedText WAITING = Messages.text("fleet.waiting");

    private final MachineAddress address;
    private final Mono<MachineReport> reports;
    private final Supplier<Instant> now;
    private volatile Status status;
    private boolean requested;

    /**
     * The state of a machine.
     *
     * @param since when it began to answer, or stopped
     * @param problem null while it answers
     * @param report the latest one; null before the first one
     * @param answeredAt when it was received; null before the first one
     * @param took the time of the latest exchange; null before the first one
     */
    record Status(
            Instant since,
            @Nullable LocalizedText problem,
            @Nullable MachineReport report,
            @Nullable Instant answeredAt,
            @Nullable Duration took) {

        boolean answers() {
            return this.problem == null;
        }

        boolean isWaiting() {
            return WAITING.equals(this.problem);
        }
    }

    RemoteMachine(MachineAddress address, Mono<MachineReport> reports, Supplier<Instant> now) {
        this.address = address;
        this.reports = reports;
        this.now = now;
        this.status = new Status(now.get(), WAITING, null, null, null);
    }

    MachineAddress address() {
        return this.address;
    }

    Status status() {
        return this.status;
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
        return this.reports
                .elapsed()
                .publishOn(thread)
                .doOnNext((answer) -> answered(answer.getT2(), Duration.ofMillis(answer.getT1())))
                .onErrorResume(MachineException.class, (failure) -> {
                    failed(failure.sentence());
                    return Mono.empty();
                })
                .doFinally((end) -> this.requested = false)
                .then();
    }

    private void answered(MachineReport report, Duration took) {
        Instant at = this.now.get();
        Status before = this.status;
        this.status = new Status(before.answers() ? before.since() : at, null, report, at, took);
    }

    private void failed(LocalizedText problem) {
        Status before = this.status;
        boolean begins = before.answers();
        this.status = new Status(
                begins ? this.now.get() : before.since(),
                problem,
                begins && before.report() != null ? before.report().unknown() : before.report(),
                before.answeredAt(),
                before.took());
    }
}
