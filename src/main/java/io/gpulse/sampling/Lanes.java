package io.gpulse.sampling;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Executor;
import java.util.concurrent.Executors;
import java.util.function.Function;
import java.util.stream.Collectors;
import reactor.core.publisher.Mono;

/** The factory of lanes. Used by one thread. */
final class Lanes {

    private final SamplerClock clock;
    private final Function<String, Executor> thread;
    private final List<Lane> ofSession = new ArrayList<>();

    /**
     * @param clock the clocks of the lanes and of the sampler
     * @param thread creates the thread of a lane by its name
     */
    Lanes(SamplerClock clock, Function<String, Executor> thread) {
        this.clock = clock;
        this.thread = thread;
    }

    /** Returns lanes with one daemon thread each: a process with a stuck call can still end. */
    static Lanes ofThreads(SamplerClock clock) {
        return new Lanes(clock, Lanes::daemon);
    }

    SamplerClock clock() {
        return this.clock;
    }

    Lane open(String name) {
        return new Lane(name, this.thread.apply(name), this.clock);
    }

    /** Opens a lane for calls in a session with the driver. */
    Lane openOfSession(String name) {
        Lane lane = open(name);
        this.ofSession.add(lane);
        return lane;
    }

    /** Returns whether no call in a session with the driver is in progress. */
    boolean areSessionsIdle() {
        return this.ofSession.stream().allMatch(Lane::isIdle);
    }

    /** Returns the calls in a session with the driver that are in progress now. */
    InProgress inProgress() {
        return new InProgress(this.ofSession.stream()
                .filter((lane) -> !lane.isIdle())
                .collect(Collectors.toMap(Function.identity(), Lane::untilIdle)));
    }

    /** Completes when no call in a session with the driver is in progress. */
    Mono<Void> untilSessionsIdle() {
        return Mono.when(this.ofSession.stream().map(Lane::untilIdle).toList());
    }

    /** Calls that were in progress at one moment, by lane. */
    record InProgress(Map<Lane, Mono<Void>> calls) {

        boolean haveReturned() {
            return this.calls.entrySet().stream().noneMatch(InProgress::isRunning);
        }

        /** Returns whether one of them has been running for this long. */
        boolean hang(Duration atLeast) {
            return this.calls.entrySet().stream()
                    .anyMatch((call) ->
                            isRunning(call) && call.getKey().callingFor().compareTo(atLeast) >= 0);
        }

        private static boolean isRunning(Map.Entry<Lane, Mono<Void>> call) {
            return call.getKey().isRunning(call.getValue());
        }
    }

    private static Executor daemon(String name) {
        return Executors.newSingleThreadExecutor((work) -> {
            Thread thread = new Thread(work, "gpulse-" + name);
            thread.setDaemon(true);
            return thread;
        });
    }
}
