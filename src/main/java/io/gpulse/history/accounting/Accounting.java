package io.gpulse.history.accounting;

import io.gpulse.device.GpuIdentity;
import io.gpulse.device.GpuSample;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Adds up, round by round, what the time of GPUs went to. One thread adds. What was not stored yet is kept for a day.
 */
public final class Accounting {

    private static final long MINUTE = 60_000;
    private static final int MOST_MINUTES = 1440 * 16;
    private static final long SHORT_MILLIS = Duration.ofMinutes(5).toMillis();
    private static final int MOST_GAPS = 1000;

    private final Map<String, RunningAccount> accounts = new LinkedHashMap<>();
    private final Map<MinuteKey, MinuteAccount> minutes = new LinkedHashMap<>();
    private final List<Gap> gaps = new ArrayList<>();
    private final ProcessUsageTracker processes = new ProcessUsageTracker();
    private final Map<String, GpuAccount> earlier = new HashMap<>();
    private final Map<String, Instant> idleSince = new HashMap<>();

    private record MinuteKey(String uuid, long at) {}

    /**
     * What a GPU's time went to since it was seen first.
     *
     * @param index the driver's index
     */
    public record Total(String uuid, int index, Sums sums) {}

    public void add(TimedSnapshot round) {
        Map<String, GpuSample> seen = new LinkedHashMap<>();
        for (GpuSample gpu : round.snapshot().gpus()) {
            GpuIdentity identity = gpu.identity();
            if (identity != null) {
                seen.put(identity.uuid(), gpu);
            }
        }
        this.accounts.forEach((uuid, account) -> add(account, seen.get(uuid), round));
        seen.forEach((uuid, gpu) -> note(gpu, uuid, round));
        limit();
    }

    private void note(GpuSample gpu, String uuid, TimedSnapshot round) {
        RunningAccount running = this.accounts.computeIfAbsent(
                uuid, (first) -> new RunningAccount(first, new IntervalReader(gpu, round)));
        running.note(gpu);
        GpuAccount before = this.earlier.remove(uuid);
        if (before != null) {
            restore(running, before);
        }
    }

    /** @param gpu null when it is not there any more */
    private void add(RunningAccount account, @Nullable GpuSample gpu, TimedSnapshot round) {
        Interval elapsed = account.meter().next(gpu, round);
        account.add(elapsed);
        if (elapsed.gap()) {
            double joules = elapsed.energy().joules();
            this.gaps.add(new Gap(account.uuid(), elapsed.from(), elapsed.to(), joules));
        } else {
            MinuteKey key = new MinuteKey(account.uuid(), Math.floorDiv(elapsed.to(), MINUTE) * MINUTE);
            this.minutes
                    .computeIfAbsent(key, (first) -> new MinuteAccount(first.uuid, first.at))
                    .add(elapsed);
        }
        if (gpu != null) {
            this.processes.add(account.uuid(), gpu, elapsed);
        }
    }

    private void limit() {
        while (this.minutes.size() > MOST_MINUTES) {
            this.minutes.remove(this.minutes.keySet().iterator().next());
        }
        while (this.gaps.size() > MOST_GAPS) {
            this.gaps.remove(0);
        }
    }

    /**
     * Continues the accounts of an earlier process. Called once, before anything is stored. The account of a GPU that
     * is not attached yet is kept, and continued in the round in which the GPU appears.
     *
     * @return the same as {@link #takeIdleSince()}
     */
    public Map<String, Instant> restore(AccountingState state) {
        for (GpuAccount account : state.accounts()) {
            RunningAccount running = this.accounts.get(account.uuid());
            if (running == null) {
                this.earlier.put(account.uuid(), account);
            } else {
                restore(running, account);
            }
        }
        this.processes.restore(state.open());
        return takeIdleSince();
    }

    private void restore(RunningAccount running, GpuAccount account) {
        if (running.overlaps(account)) {
            forget(account.uuid());
        }
        Gap gap = running.restore(account);
        if (gap != null) {
            this.gaps.add(gap);
        }
        Instant idle = account.idleSince();
        if (idle != null && running.isIdleSinceFirst() && running.begunAt() - account.at() < SHORT_MILLIS) {
            this.idleSince.put(account.uuid(), idle);
        }
    }

    /**
     * Returns when GPUs became idle whose accounts were continued since the last call, and that were out of sight for a
     * few minutes at most.
     */
    public Map<String, Instant> takeIdleSince() {
        Map<String, Instant> taken = Map.copyOf(this.idleSince);
        this.idleSince.clear();
        return taken;
    }

    /** What another process has stored already of the same time. */
    private void forget(String uuid) {
        this.minutes.keySet().removeIf((key) -> key.uuid.equals(uuid));
        this.gaps.removeIf((gap) -> gap.uuid().equals(uuid));
        this.processes.forget(uuid);
    }

    public List<Total> totals() {
        return this.accounts.values().stream()
                .map((account) -> new Total(
                        account.uuid(), account.index(), account.sums().copy()))
                .toList();
    }

    /** What was not stored yet. */
    public AccountingUpdate pending() {
        return new AccountingUpdate(
                this.accounts.values().stream().map(RunningAccount::account).toList(),
                List.copyOf(this.minutes.values()),
                this.gaps,
                this.processes.changed(),
                this.processes.slices());
    }

    /** All that was pending is stored. */
    public void clear() {
        this.minutes.clear();
        this.gaps.clear();
        this.processes.clear();
    }
}
