package io.gpulse.sampling;

import io.gpulse.device.GpuSample;
import io.gpulse.device.HostSample;
import io.gpulse.device.HostSource;
import io.gpulse.device.Owner;
import io.gpulse.device.Owners;
import io.gpulse.device.Readings;
import io.gpulse.device.Snapshot;
import io.gpulse.testing.SettableClock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import reactor.core.scheduler.Scheduler;
import reactor.test.scheduler.VirtualTimeScheduler;

/** A sampler in virtual time, whose lanes return at once unless they are blocked. */
final class Stage {

    final List<Snapshot> seen = new ArrayList<>();
    boolean completed;

    @Nullable
    Throwable failure;

    /** The owners of processes; unknown by default. */
    Function<Set<Integer>, Map<Integer, Owner>> knows = (pids) -> Owners.UNKNOWN.of(pids, (pid) -> Optional.empty());

    final Sampler sampler;
    private final VirtualTimeScheduler time = VirtualTimeScheduler.create();
    private MortalThread timer = new MortalThread(this.time);
    final SettableClock clock =
            new SettableClock(Instant.parse("2026-11-20T10:00:00Z"), () -> this.time.now(TimeUnit.NANOSECONDS));
    private final Map<String, Queue<Runnable>> waiting = new HashMap<>();
    private final Set<String> held = new HashSet<>();
    private final Map<String, Duration> slow = new HashMap<>();
    int started;

    Stage(Sources sources) {
        this(sources, () -> new HostSample("test", Readings.NONE));
    }

    Stage(Sources sources, HostSource host) {
        this(sources, host, Duration.ofSeconds(1));
    }

    Stage(Sources sources, HostSource host, Duration every) {
        Lanes lanes = new Lanes(new SamplerClock(this.clock, this.clock::nanos), this::thread);
        SamplerParts parts = SamplerParts.of(sources, new SamplerParts.HostSources(host, this::owners), every, lanes);
        this.sampler = new Sampler(parts, new RoundTimer.Threads(this::newThread, this.time));
        this.sampler
                .snapshots()
                .subscribe(this.seen::add, (error) -> this.failure = error, () -> this.completed = true);
    }

    private Scheduler newThread() {
        this.timer = new MortalThread(this.time);
        return this.timer;
    }

    /** Stops the thread of the rounds, without a report. */
    Stage killTimer() {
        this.timer.die();
        return this;
    }

    private Map<Integer, Owner> owners(Set<Integer> pids, Owners.Names driver) {
        return this.knows.apply(pids);
    }

    static Stage of(SamplerMachine machine) {
        return new Stage(new Sources("auto", List.of(machine), null));
    }

    private Executor thread(String lane) {
        Queue<Runnable> queue = this.waiting.computeIfAbsent(lane, (key) -> new ArrayDeque<>());
        return (work) -> start(lane, queue, work);
    }

    private void start(String name, Queue<Runnable> queue, Runnable work) {
        this.started++;
        if (this.held.contains(name)) {
            queue.add(work);
        } else if (this.slow.containsKey(name)) {
            this.time.schedule(work, this.slow.get(name).toMillis(), TimeUnit.MILLISECONDS);
        } else {
            work.run();
        }
    }

    Stage begin() {
        this.sampler.start();
        this.time.advanceTime();
        return this;
    }

    Stage await(Duration duration) {
        this.time.advanceTimeBy(duration);
        return this;
    }

    /** Sets the wall clock forward, or back when negative; the monotonic clock is not changed. */
    Stage correctWallClock(Duration step) {
        this.clock.correctWallClock(step);
        return this;
    }

    /** Makes each piece of work on a lane take this long. */
    Stage slow(String lane, Duration each) {
        this.slow.put(lane, each);
        return this;
    }

    /** Runs an action again and again. */
    Stage every(Duration period, Runnable action) {
        this.time.schedulePeriodically(action, period.toMillis(), period.toMillis(), TimeUnit.MILLISECONDS);
        return this;
    }

    /** Blocks the calls on a lane. */
    Stage hold(String lane) {
        this.held.add(lane);
        return this;
    }

    /** Lets the blocked calls return. */
    Stage release(String lane) {
        this.held.remove(lane);
        Queue<Runnable> queue = this.waiting.get(lane);
        while (!queue.isEmpty()) {
            queue.remove().run();
        }
        return this;
    }

    int waitingOn(String lane) {
        return this.waiting.get(lane).size();
    }

    Snapshot last() {
        return this.seen.get(this.seen.size() - 1);
    }

    GpuSample gpu(int index) {
        return last().gpus().get(index);
    }
}
