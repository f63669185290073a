package io.gpulse.history.past;

import io.gpulse.device.Activity;
import io.gpulse.device.GpuIdentity;
import io.gpulse.device.ProcessSample;
import io.gpulse.device.SimulatedPast;
import io.gpulse.history.KnownGpu;
import io.gpulse.history.accounting.AccountingState;
import io.gpulse.history.accounting.AccountingUpdate;
import io.gpulse.history.accounting.GpuAccount;
import io.gpulse.history.accounting.GpuUse;
import io.gpulse.history.accounting.MinuteAccount;
import io.gpulse.history.accounting.Occupancy;
import io.gpulse.history.accounting.ProcessAccount;
import io.gpulse.history.accounting.ProcessKey;
import io.gpulse.history.accounting.ProcessSlice;
import io.gpulse.history.accounting.StateRun;
import io.gpulse.history.accounting.StateRuns;
import io.gpulse.history.accounting.Sums;
import io.gpulse.history.accounting.UseSeconds;
import io.gpulse.history.past.PastWriter.Span;
import io.gpulse.metric.Metric;
import io.gpulse.rounds.Rows;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The use of simulated GPUs by minutes and by processes. Totals of GPUs do not contain it. */
final class PastAccounts {

    private final SimulatedPast past;
    private final AccountingState earlier;
    private final List<MinuteAccount> minutes = new ArrayList<>();
    private final List<ProcessSlice> slices = new ArrayList<>();
    private final StateRuns runs = new StateRuns();
    private final Map<ProcessKey, ProcessAccount> processes = new LinkedHashMap<>();

    /** @param earlier the accounts of an earlier run, which are continued */
    PastAccounts(SimulatedPast past, AccountingState earlier) {
        this.past = past;
        this.earlier = earlier;
    }

    /** @param seenAt in epoch ms */
    List<SimulatedGpu> gpus(long seenAt) {
        List<SimulatedGpu> gpus = new ArrayList<>();
        for (GpuIdentity gpu : this.past.gpus()) {
            KnownGpu known = new KnownGpu(gpu.uuid(), gpus.size(), gpu.name(), Instant.ofEpochMilli(seenAt));
            gpus.add(new SimulatedGpu(this.past, known));
        }
        return gpus;
    }

    AccountingUpdate between(List<SimulatedGpu> gpus, Span span) {
        List<GpuAccount> accounts = new ArrayList<>();
        for (SimulatedGpu gpu : gpus) {
            addSlices(gpu, span);
            accounts.add(continued(gpu.uuid(), span));
        }
        List<ProcessAccount> all = List.copyOf(this.processes.values());
        return new AccountingUpdate(accounts, this.minutes, List.of(), all, this.slices, this.runs.changed());
    }

    /** The time before is known: the account continues without a gap. */
    private GpuAccount continued(String uuid, Span span) {
        long at = span.to();
        GpuAccount before = this.earlier.accounts().stream()
                .filter((account) -> account.uuid().equals(uuid))
                .findFirst()
                .orElseGet(() -> new GpuAccount(uuid, at, at, null, Double.NaN, new Sums()));
        List<StateRun> runs = this.runs.changed().stream()
                .filter((run) -> run.uuid().equals(uuid))
                .toList();
        return new GpuAccount(
                uuid, before.since(), at, idleSince(before.idleSince(), span, runs), Double.NaN, before.sums());
    }

    /** Returns the begin of the idle time at the end; null when the GPU works then. */
    private static @Nullable Instant idleSince(@Nullable Instant before, Span span, List<StateRun> runs) {
        long since = span.to();
        for (int i = runs.size() - 1; i >= 0 && runs.get(i).use() == GpuUse.HELD_IDLE; i--) {
            since = runs.get(i).from();
        }
        if (since == span.to()) {
            return null;
        }
        return since == span.from() && before != null ? before : Instant.ofEpochMilli(since);
    }

    private Map<Integer, ProcessAccount> openProcesses(String uuid) {
        Map<Integer, ProcessAccount> open = new HashMap<>();
        this.earlier.open().stream()
                .filter((process) -> process.key().uuid().equals(uuid))
                .forEach((process) -> open.put(process.key().pid(), process));
        return open;
    }

    @SuppressWarnings("ReferenceEquality") // the first of the list works; a list has no process twice
    private void addSlices(SimulatedGpu gpu, Span span) {
        Map<Integer, ProcessAccount> open = openProcesses(gpu.uuid());
        for (long at = floor(span.from(), ProcessSlice.MILLIS); at < span.to(); at += ProcessSlice.MILLIS) {
            Span part = new Span(Math.max(at, span.from()), Math.min(at + ProcessSlice.MILLIS, span.to()));
            Use use = minutes(gpu, part);
            List<ProcessSample> all = this.past.processes(gpu.index(), Instant.ofEpochMilli(part.to()));
            Map<Integer, ProcessAccount> before = Map.copyOf(open);
            open.clear();
            for (ProcessSample process : all) {
                ProcessAccount account = account(gpu, process, part, before.get(process.pid()));
                open.put(process.pid(), account);
                boolean works = process == all.get(0);
                this.slices.add(new ProcessSlice(account.key(), at, use.of(works, all.size())));
            }
            before.forEach((pid, account) -> {
                if (!open.containsKey(pid)) {
                    put(account.end());
                }
            });
        }
    }

    private ProcessAccount account(
            SimulatedGpu gpu, ProcessSample process, Span part, @Nullable ProcessAccount before) {
        ProcessAccount first = before == null ? ProcessAccount.first(gpu.uuid(), process, part.from()) : before;
        ProcessAccount account = first.updated(process, part.to());
        put(account);
        return account;
    }

    private void put(ProcessAccount account) {
        this.processes.put(account.key(), account);
    }

    /** Adds the minutes of a part of the time, and returns their sums. */
    private Use minutes(SimulatedGpu gpu, Span part) {
        Use use = new Use();
        for (long at = floor(part.from(), PastWriter.MINUTE); at < part.to(); at += PastWriter.MINUTE) {
            long from = Math.max(at, part.from());
            long to = Math.min(at + PastWriter.MINUTE, part.to());
            double seconds = (to - from) / 1000.0;
            double[] means = this.past.means(gpu.index(), Instant.ofEpochMilli(to), Duration.ofMillis(to - from));
            double utilization = means[this.past.metrics().indexOf(Metric.UTILIZATION_GPU)];
            double joules = means[this.past.metrics().indexOf(Metric.POWER_DRAW)] * seconds;
            boolean busy = Activity.isBusy(utilization);
            Map<Metric, Double> reasons = reasons(means, seconds);
            boolean capped = busy && reasons.containsKey(Metric.REASON_POWER_CAP);
            Sums sums = new Sums();
            sums.add(busy ? Occupancy.ACTIVE : Occupancy.HELD_IDLE, seconds, joules);
            UseSeconds states = new UseSeconds();
            GpuUse state = capped ? GpuUse.THROTTLED : busy ? GpuUse.BUSY : GpuUse.HELD_IDLE;
            states.add(state, seconds);
            this.runs.add(new StateRun(gpu.uuid(), from, to, state, capped ? "power" : null));
            this.minutes.add(new MinuteAccount(gpu.uuid(), at, sums, reasons, states));
            use.add(busy, seconds, utilization, joules);
        }
        return use;
    }

    private Map<Metric, Double> reasons(double[] means, double seconds) {
        Map<Metric, Double> reasons = new HashMap<>();
        for (Metric reason : Rows.REASONS) {
            int place = this.past.metrics().indexOf(reason);
            if (place >= 0 && means[place] > 0) {
                reasons.put(reason, means[place] * seconds);
            }
        }
        return reasons;
    }

    private static long floor(long at, long width) {
        return Math.floorDiv(at, width) * width;
    }

    /** The use of a GPU in ten minutes. */
    private static final class Use {

        private double seconds;
        private double active;
        private double utilization;
        private double joules;

        void add(boolean busy, double seconds, double utilization, double joules) {
            this.seconds += seconds;
            this.active += busy ? seconds : 0;
            this.utilization += utilization * seconds;
            this.joules += joules;
        }

        /** Returns the share of a process; without work its part of the energy is unknown, unless it is alone. */
        ProcessSlice.Use of(boolean works, int processes) {
            boolean alone = processes == 1;
            double active = works ? this.active : 0;
            boolean shared = !alone && this.active == 0;
            return new ProcessSlice.Use(
                    this.seconds,
                    active,
                    this.seconds - active,
                    this.seconds,
                    works ? this.utilization : 0,
                    alone ? this.seconds : 0,
                    shared ? this.seconds : 0,
                    works && !shared ? this.joules : 0);
        }
    }
}
