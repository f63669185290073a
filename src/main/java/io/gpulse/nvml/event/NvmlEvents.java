package io.gpulse.nvml.event;

import io.gpulse.device.Diagnosis;
import io.gpulse.device.DriverEvent;
import io.gpulse.device.DriverEvents;
import io.gpulse.device.GpuReadResult.Verdict;
import io.gpulse.device.SourceUnavailableException;
import io.gpulse.nvml.library.NvmlCalls;
import io.gpulse.nvml.library.NvmlReturn;
import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Collectors;

/**
 * The events of the GPUs of a session. GPUs are registered between two waits, once they have been attached; a failed
 * set is freed and created again.
 */
public final class NvmlEvents implements DriverEvents {

    private static final int LONGEST_BACK_OFF_SECONDS = 60;

    /** The time until the first repetition of a registration. Each frees the set when it returns an unknown error. */
    private static final Duration REPEAT_AFTER = Duration.ofSeconds(10);

    private static final int MOST_DOUBLINGS = 6;

    private final EventSet set;
    private final SessionGpus gpus;
    private final EventClock clock;

    /** GPUs whose events the driver does not report in this session, or no longer. */
    private final Set<GpuHandle> refused = new HashSet<>();

    /** GPUs of which a registration failed for now. */
    private final Map<GpuHandle, Repetition> repetitions = new HashMap<>();

    private boolean operationalRefused;
    private int failures;
    private long nextAttempt;

    private NvmlEvents(NvmlCalls calls, SessionGpus gpus, EventClock clock) {
        this.set = new EventSet(calls);
        this.gpus = gpus;
        this.clock = clock;
        this.nextAttempt = clock.nanos().getAsLong();
    }

    /** The next attempt of a registration, after a number of failures. */
    private record Repetition(int failures, long at) {}

    /** @return empty when the driver reports no events, or not to gpulse */
    public static Optional<DriverEvents> open(NvmlCalls calls, SessionGpus gpus, EventClock clock) {
        NvmlEvents events = new NvmlEvents(calls, gpus, clock);
        NvmlReturn created = events.set.create();
        if (created.reason().isLasting()) {
            return Optional.empty();
        }
        if (created != NvmlReturn.SUCCESS) {
            events.backOff();
        }
        return Optional.of(events);
    }

    @Override
    public List<DriverEvent> await(Duration atMost) throws SourceUnavailableException {
        if (!isReady()) {
            pause(atMost);
            return List.of();
        }
        NvmlReturn returned = this.set.await(atMost);
        if (returned != NvmlReturn.SUCCESS && returned != NvmlReturn.TIMEOUT) {
            onFailedWait(returned);
            return List.of();
        }
        this.failures = 0;
        return returned == NvmlReturn.TIMEOUT
                ? List.of()
                : this.set.event(this.clock.wallClock().instant()).stream().toList();
    }

    @Override
    public Set<Integer> registered() {
        return this.set.isOpen()
                ? this.gpus.attached().stream()
                        .filter(this.set::has)
                        .map(GpuHandle::index)
                        .collect(Collectors.toUnmodifiableSet())
                : Set.of();
    }

    /** Prepares the set; returns whether there is one to wait on. */
    private boolean isReady() throws SourceUnavailableException {
        if (!this.set.isOpen() && (untilNextAttempt() > 0 || !createAgain())) {
            return false;
        }
        for (GpuHandle gpu : this.gpus.attached()) {
            // A GPU that is being read is registered after the next wait.
            if (isDue(gpu) && this.set.isOpen() && this.gpus.tryEnter(gpu.index())) {
                register(gpu);
            }
        }
        if (this.refused.size() >= this.gpus.count()) {
            throw unavailable("No GPU reports events.");
        }
        return this.set.isOpen() && !this.set.isEmpty();
    }

    private boolean isDue(GpuHandle gpu) {
        Repetition next = this.repetitions.get(gpu);
        return next == null
                ? !this.set.has(gpu) && !this.refused.contains(gpu)
                : next.at() - this.clock.nanos().getAsLong() <= 0;
    }

    private boolean createAgain() throws SourceUnavailableException {
        NvmlReturn created = this.set.create();
        if (created != NvmlReturn.SUCCESS) {
            endIfOver(EventCalls.CREATE.symbol(), created);
            backOff();
        }
        return this.set.isOpen();
    }

    private void register(GpuHandle gpu) throws SourceUnavailableException {
        Consumer<String> beforeCall = this.gpus.beforeCall(gpu.index());
        try {
            NvmlReturn returned = this.set.has(gpu) ? NvmlReturn.SUCCESS : this.set.register(gpu, beforeCall);
            if (returned == NvmlReturn.SUCCESS) {
                returned = registerOperational(gpu, beforeCall);
                repeatIfItMayPass(gpu, returned);
                return;
            }
            endIfOver(EventCalls.REGISTER.symbol(), returned);
            if (!repeatIfItMayPass(gpu, returned)) {
                this.refused.add(gpu);
            }
            if (returned == NvmlReturn.UNKNOWN) {
                // NVML leaves the set in a state in which it can only be freed; the next set is without this GPU.
                freeSet();
            }
        } finally {
            this.gpus.leave(gpu.index());
        }
    }

    /** Schedules another attempt after 10, 20, 40 … 640 s, if the code may pass; returns whether it does. */
    private boolean repeatIfItMayPass(GpuHandle gpu, NvmlReturn returned) {
        Repetition last = this.repetitions.remove(gpu);
        if (!returned.mayPass()) {
            return false;
        }
        int failed = last == null ? 0 : last.failures();
        long wait = REPEAT_AFTER.toNanos() << Math.min(failed, MOST_DOUBLINGS);
        this.repetitions.put(gpu, new Repetition(failed + 1, this.clock.nanos().getAsLong() + wait));
        return true;
    }

    /** Registers for operational events. A driver that lacks them, or reserves them for root, is not called again. */
    private NvmlReturn registerOperational(GpuHandle gpu, Consumer<String> beforeCall) {
        if (this.operationalRefused) {
            return NvmlReturn.SUCCESS;
        }
        NvmlReturn returned = this.set.registerOperational(gpu, beforeCall);
        this.operationalRefused = returned != NvmlReturn.SUCCESS
                && returned != NvmlReturn.NOT_SUPPORTED
                && !returned.mayPass()
                && !this.set.isOperational();
        return returned;
    }

    /**
     * Frees the set after a failed wait. A lost GPU makes every wait of its set fail at once; the next set is without
     * it. Repeated failures are retried at growing intervals.
     */
    private void onFailedWait(NvmlReturn returned) throws SourceUnavailableException {
        boolean wasOperational = this.set.isOperational();
        freeSet();
        endIfOver("Waiting for events", returned);
        boolean mayPass = returned == NvmlReturn.GPU_IS_LOST || returned.mayPass();
        if (wasOperational && (!mayPass || this.failures > 0)) {
            this.operationalRefused = true;
        } else if (returned.reason().isLasting()) {
            throw unavailable("Waiting for events: " + returned.words() + ".");
        }
        backOff();
    }

    /** Frees the set. The GPUs in it, of which only a part was registered, are registered in the next one at once. */
    private void freeSet() {
        this.repetitions.keySet().removeIf(this.set::has);
        this.set.free();
    }

    private static void endIfOver(String what, NvmlReturn returned) throws SourceUnavailableException {
        if (returned.verdict() == Verdict.SESSION_OVER) {
            throw unavailable(what + ": " + returned.words() + ".");
        }
    }

    /** Schedules the next attempt: at once after the first failure, then after 1, 2, 4 … 60 s. */
    private void backOff() {
        int seconds = this.failures == 0 ? 0 : 1 << Math.min(this.failures - 1, 6);
        this.failures++;
        this.nextAttempt = this.clock.nanos().getAsLong()
                + Duration.ofSeconds(Math.min(seconds, LONGEST_BACK_OFF_SECONDS))
                        .toNanos();
    }

    private long untilNextAttempt() {
        return this.nextAttempt - this.clock.nanos().getAsLong();
    }

    private void pause(Duration atMost) {
        long most = this.set.isOpen() ? atMost.toNanos() : Math.min(atMost.toNanos(), untilNextAttempt());
        if (most > 0) {
            this.clock.pause().accept(most);
        }
    }

    private static SourceUnavailableException unavailable(String why) {
        return new SourceUnavailableException(new Diagnosis(why, List.of(), List.of()));
    }

    @Override
    public void close() {
        this.set.free();
    }
}
