package io.gpulse.history.accounting;

import io.gpulse.device.GpuSample;
import io.gpulse.device.Snapshot;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The occupancy, energy and processes of GPUs, summed up round by round. Keeps at most a day of unstored sums. */
public final class Accounting {

    private static final int MOST_MINUTES = 1440 * 16;
    private static final int MOST_GAPS = 1000;

    private final Map<String, RunningAccount> accounts = new LinkedHashMap<>();
    private final Map<MinuteKey, MinuteAccount> minutes = new LinkedHashMap<>();
    private final List<Gap> gaps = new ArrayList<>();
    private final OwnerTotals owners;
    private final ProcessUsageTracker processes;
    private final StateRuns runs = new StateRuns();
    private final Map<String, GpuAccount> earlier = new HashMap<>();

    private record MinuteKey(String uuid, long at) {}

    /**
     * The sums of a GPU since it was first seen.
     *
     * @param index the driver's index
     */
    public record Total(String uuid, int index, Sums sums) {}

    public Accounting() {
        this(OwnerLabel.OFF);
    }

    /** @param label whose processes are added up by owner */
    public Accounting(OwnerLabel label) {
        this.owners = new OwnerTotals(label);
        this.processes = new ProcessUsageTracker(this.owners);
    }

    /** Returns the sums by owner. */
    public List<OwnerTotals.OwnerTotal> ofOwners() {
        return this.owners.all();
    }

    public void add(Snapshot round) {
        Map<String, GpuSample> seen = round.byUuid();
        this.accounts.forEach((uuid, account) -> add(account, seen.get(uuid), round));
        seen.forEach((uuid, gpu) -> update(gpu, uuid, round));
        limit();
    }

    private void update(GpuSample gpu, String uuid, Snapshot round) {
        RunningAccount running = this.accounts.computeIfAbsent(
                uuid, (first) -> new RunningAccount(first, new IntervalReader(gpu, round)));
        running.update(gpu);
        GpuAccount before = this.earlier.remove(uuid);
        if (before != null) {
            restore(running, before);
        }
    }

    /** @param gpu null when the GPU is gone */
    private void add(RunningAccount account, @Nullable GpuSample gpu, Snapshot round) {
        Interval interval = account.reader().next(gpu, round);
        account.add(interval);
        if (interval.gap()) {
            double joules = interval.energy().joules();
            this.gaps.add(new Gap(account.uuid(), interval.from(), interval.to(), joules));
        } else {
            interval.parts(MinuteAccount.MILLIS)
                    .forEach((part) -> minute(account.uuid(), part.begin()).add(part));
        }
        this.runs.add(account.uuid(), interval);
        this.processes.add(account.uuid(), gpu, interval, round);
    }

    private MinuteAccount minute(String uuid, long at) {
        long begin = Math.floorDiv(at, MinuteAccount.MILLIS) * MinuteAccount.MILLIS;
        return this.minutes.computeIfAbsent(
                new MinuteKey(uuid, begin), (first) -> new MinuteAccount(first.uuid, first.at));
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
     * Continues the accounts of an earlier process, before anything is stored. The account of a GPU that is not
     * attached yet is continued in the round in which the GPU appears.
     */
    public void restore(AccountingState state) {
        for (GpuAccount account : state.accounts()) {
            RunningAccount running = this.accounts.get(account.uuid());
            if (running == null) {
                this.earlier.put(account.uuid(), account);
            } else {
                restore(running, account);
            }
        }
        this.processes.restore(state.open());
    }

    private void restore(RunningAccount running, GpuAccount account) {
        if (running.overlaps(account)) {
            drop(account.uuid());
        }
        Gap gap = running.restore(account);
        if (gap != null) {
            this.gaps.add(gap);
        }
    }

    /** Drops the sums of a GPU that another process has already stored for the same time. */
    private void drop(String uuid) {
        this.minutes.keySet().removeIf((key) -> key.uuid.equals(uuid));
        this.gaps.removeIf((gap) -> gap.uuid().equals(uuid));
        this.processes.drop(uuid);
        this.runs.drop(uuid);
    }

    public List<Total> totals() {
        return this.accounts.values().stream()
                .map((account) -> new Total(
                        account.uuid(), account.index(), account.sums().copy()))
                .toList();
    }

    /** Returns the sums that are not stored yet. */
    public AccountingUpdate pending() {
        return new AccountingUpdate(
                this.accounts.values().stream().map(RunningAccount::account).toList(),
                List.copyOf(this.minutes.values()),
                List.copyOf(this.gaps),
                this.processes.changed(),
                this.processes.slices(),
                this.runs.changed());
    }

    /** Drops the pending sums after they were stored. */
    public void clear() {
        this.minutes.clear();
        this.gaps.clear();
        this.processes.clear();
        this.runs.clear();
    }
}
