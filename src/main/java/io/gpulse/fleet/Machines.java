package io.gpulse.fleet;

import io.gpulse.web.RoundPipeline;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Scheduler;

/** Requests the reports of the listed machines every 5 s. Without a list it has no thread. */
final class Machines extends RoundPipeline {

    static final Duration EVERY = Duration.ofSeconds(5);

    private static final Logger log = LoggerFactory.getLogger(Machines.class);

    private final MachineList list;
    private final Function<MachineAddress, Mono<MachineReport>> client;
    private final Time time;
    private volatile List<RemoteMachine> all = List.of();
    private volatile @Nullable String problem;
    private boolean reading;

    /**
     * Clocks and threads.
     *
     * @param nanos a monotonic clock, in nanoseconds
     * @param thread of one thread, which is not blocked
     * @param files may be blocked by a file system
     */
    record Time(InstantSource clock, LongSupplier nanos, Scheduler thread, Scheduler files) {}

    Machines(MachineList list, Function<MachineAddress, Mono<MachineReport>> client, Time time) {
        super("other machines", time.thread());
        this.list = list;
        this.client = client;
        this.time = time;
        this.all = machines();
        if (!list.isEmpty()) {
            consume("The list of machines", Flux.interval(Duration.ZERO, EVERY, time.thread()), 1, (tick) -> poll());
        }
    }

    /** Returns whether machines are configured. */
    boolean isUsed() {
        return !this.list.isEmpty();
    }

    Instant now() {
        return this.time.clock().instant();
    }

    List<RemoteMachine> all() {
        return this.all;
    }

    /** Returns why the list is not the one of its file; empty when it is. */
    Optional<String> problem() {
        return Optional.ofNullable(this.problem);
    }

    private void poll() {
        if (!this.reading) {
            this.reading = true;
            Mono.fromRunnable(this::reload)
                    .subscribeOn(this.time.files())
                    .publishOn(this.time.thread())
                    .doFinally((end) -> {
                        this.reading = false;
                        this.all = machines();
                    })
                    .subscribe();
        }
        this.all.forEach((machine) -> machine.polled().poll().subscribe());
    }

    private void reload() {
        String wrong = null;
        try {
            this.list.reload();
        } catch (RuntimeException failure) {
            wrong = failure instanceof IllegalArgumentException
                    ? failure.getMessage()
                    : "gpulse.machines-file has an entry that cannot be read";
        }
        if (wrong != null && !wrong.equals(this.problem)) {
            log.warn("The list of machines is unchanged: {}", wrong);
        }
        this.problem = wrong;
    }

    /** Returns the machines of the list; those that are known keep their state. */
    private List<RemoteMachine> machines() {
        List<RemoteMachine> listed = new ArrayList<>();
        for (MachineAddress address : this.list.all()) {
            listed.add(this.all.stream()
                    .filter((known) -> known.address().equals(address))
                    .findFirst()
                    .orElseGet(() -> new RemoteMachine(
                            address,
                            new Polled<>(
                                    this.client.apply(address),
                                    MachineReport::unknown,
                                    new Polled.Limits(MachineClient.TIMEOUT, EVERY.multipliedBy(3)),
                                    this.time))));
        }
        return List.copyOf(listed);
    }
}
