package io.gpulse.sampling;

import io.gpulse.device.GpuSource;
import io.gpulse.device.HostSample;
import io.gpulse.device.Owners;
import io.gpulse.device.Readings;
import io.gpulse.device.Snapshot;
import io.gpulse.testing.SettableClock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import reactor.test.scheduler.VirtualTimeScheduler;

/**
 * The sampler over a source in virtual time, a round a second. Lanes run on the calling thread, except those whose
 * calls hang; no events are read.
 */
public final class SteppedSampler implements AutoCloseable {

    private static final Duration EVERY = Duration.ofSeconds(1);

    private final VirtualTimeScheduler time = VirtualTimeScheduler.create();
    private final List<Snapshot> taken = new ArrayList<>();
    private final Map<String, List<Thread>> hanging = new HashMap<>();
    private final Sampler sampler;

    /** @param start of the wall clock */
    public SteppedSampler(GpuSource source, Owners owners, Instant start) {
        SettableClock clock = new SettableClock(start, () -> this.time.now(TimeUnit.NANOSECONDS));
        Lanes lanes = new Lanes(new SamplerClock(clock, clock::nanos), this::lane);
        SamplerParts.HostSources host =
                new SamplerParts.HostSources(() -> new HostSample("test", Readings.NONE), owners);
        SamplerParts parts = SamplerParts.of(new Sources("nvml", List.of(source), null), host, EVERY, lanes);
        this.sampler = new Sampler(parts, new RoundTimer.Threads(() -> new MortalThread(this.time), this.time));
        this.sampler.snapshots().subscribe(this.taken::add);
        this.sampler.start();
    }

    private Executor lane(String name) {
        if (name.equals("events")) {
            // It waits for events until the session ends.
            return (work) -> {};
        }
        return (work) -> {
            List<Thread> threads = this.hanging.get(name);
            if (threads == null) {
                work.run();
                return;
            }
            Thread thread = new Thread(work, name);
            thread.setDaemon(true);
            threads.add(thread);
            thread.start();
        };
    }

    /** Makes the calls on a lane hang; the driver must hang too. */
    public void hangs(String lane) {
        this.hanging.put(lane, new ArrayList<>());
    }

    /** Lets the calls on a lane return, once the driver does. */
    public void returns(String lane) throws InterruptedException {
        for (Thread thread : this.hanging.remove(lane)) {
            thread.join();
        }
    }

    /** Takes the next round. */
    public Snapshot step() {
        int before = this.taken.size();
        this.time.advanceTime();
        while (this.taken.size() == before) {
            this.time.advanceTimeBy(Duration.ofMillis(100));
        }
        return this.taken.get(this.taken.size() - 1);
    }

    @Override
    public void close() {
        this.time.dispose();
    }
}
