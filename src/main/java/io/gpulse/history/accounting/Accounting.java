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
    private final ProcessBook processes = new ProcessBook();

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
        seen.forEach((uuid, gpu) -> this.accounts
                .computeIfAbsent(uuid, (first) -> new RunningAccount(first, new GpuMeter(gpu, round)))
                .note(gpu));
        limit();
    }

    /** @param gpu null when it is not there any more */
    private void add(RunningAccount account, @Nullable GpuSample gpu, TimedSnapshot round) {
        Elapsed elapsed = account.meter().next(gpu, round);
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
     * Goes on where an earlier process ended. To be called once, before anything is stored.
     *
     * @return since when GPUs had been idle then that were not out of sight for long
     */
    public Map<String, Instant> restore(AccountingState earlier) {
        Map<String, Instant> idleSince = new HashMap<>();
        for (GpuAccount account : earlier.accounts()) {
            RunningAccount running = this.accounts.get(account.uuid());
            if (running != null && running.overlaps(account)) {
                forget(account.uuid());
            }
            Gap gap = running == null ? null : running.restore(account);
            if (gap != null) {
                this.gaps.add(gap);
            }
            Instant idle = account.idleSince();
            if (idle != null
                    && running != null
                    && running.isIdleSinceFirst()
                    && running.begunAt() - account.at() < SHORT_MILLIS) {
                idleSince.put(account.uuid(), idle);
            }
        }
        this.processes.restore(earlier.open());
        return idleSince;
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
