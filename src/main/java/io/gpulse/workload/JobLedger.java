package io.gpulse.workload;

import io.gpulse.history.KnownGpu;
import io.gpulse.history.Tier;
import io.gpulse.history.TimeRange;
import io.gpulse.history.accounting.Ledger;
import io.gpulse.history.accounting.Ledger.Share;
import io.gpulse.history.accounting.ProcessAccount;
import io.gpulse.history.accounting.ProcessKey;
import io.gpulse.history.accounting.ProcessSlice.Use;
import io.gpulse.history.accounting.Stay;
import io.gpulse.history.sqlite.AccountingStore.UsageSpan;
import io.gpulse.history.sqlite.HistoryStore;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/** The time and energy of GPUs, divided among jobs. */
final class JobLedger {

    private static final Use NONE = new Use(0, 0, 0, 0, 0, 0, 0, 0);

    private final Ledger<GpuJob> ledger;
    private final Map<ProcessKey, Use> uses = new HashMap<>();
    private final Map<GpuJob, Map<String, Part>> parts = new HashMap<>();

    /** The shares of a job on a GPU. */
    private static final class Part {

        private final Share shared = new Share();
        private final Set<GpuJob> others = new LinkedHashSet<>();
        private Share alone = new Share();

        private void add(Set<GpuJob> owners, Share share) {
            if (owners.size() == 1) {
                this.alone = share;
            } else {
                this.shared.add(share);
                this.others.addAll(owners);
            }
        }
    }

    /**
     * Reads what is needed for some jobs.
     *
     * @param all all jobs that were on a GPU meanwhile
     */
    JobLedger(HistoryStore store, Collection<GpuJob> all, Collection<GpuJob> wanted) {
        this.ledger =
                new Ledger<>(all.stream().flatMap((job) -> stays(job).stream()).toList());
        if (wanted.isEmpty()) {
            return;
        }
        Set<String> gpus = new TreeSet<>();
        wanted.forEach((job) -> gpus.addAll(job.uuids()));
        long from = wanted.stream().mapToLong((job) -> job.time().at()).min().orElseThrow();
        long to = wanted.stream().mapToLong(GpuJob::seenAt).max().orElseThrow();
        TimeRange span =
                new TimeRange(Instant.ofEpochMilli(from), Instant.ofEpochMilli(to + 1)).aligned(Stretch.MINUTE);
        UsageSpan minutes = new UsageSpan(span.fromMillis(), span.toMillis(), gpus);
        store.ledger().minutes(minutes, this.ledger::add);
        store.means(Tier.MINUTE, span, JobGpu.METRICS, this.ledger::addMeans);
        store.accounting()
                .usage(minutes)
                .longest()
                .forEach((one) -> this.uses.put(one.process().key(), one.use()));
        index();
    }

    static List<Stay<GpuJob>> stays(GpuJob job) {
        return job.processes().stream()
                .map((one) -> new Stay<>(job, one.key().uuid(), one.key().beganAt(), one.seenAt()))
                .toList();
    }

    /** Indexes the shares once: looking through all of them for each job takes minutes with thousands of jobs. */
    private void index() {
        this.ledger
                .shares()
                .forEach((place, share) -> place.owners()
                        .forEach((job) -> this.parts
                                .computeIfAbsent(job, (first) -> new HashMap<>())
                                .computeIfAbsent(place.uuid(), (first) -> new Part())
                                .add(place.owners(), share)));
    }

    JobGpu of(GpuJob job, KnownGpu gpu, LivePart live) {
        Part part = this.parts.getOrDefault(job, Map.of()).getOrDefault(gpu.uuid(), new Part());
        part.others.remove(job);
        List<ProcessAccount> own = job.processes().stream()
                .filter((one) -> one.key().uuid().equals(gpu.uuid()))
                .toList();
        // The memory of a MIG instance is not that of its GPU.
        boolean whole = own.stream().allMatch((one) -> one.identity().gpuInstance() == null);
        return new JobGpu(
                gpu,
                seconds(own),
                part.alone,
                part.shared,
                new ArrayList<>(part.others),
                use(own),
                peak(own),
                live.memory(gpu.uuid()),
                whole ? live.totalMemory(gpu.uuid()) : Double.NaN);
    }

    /** Returns the sums of processes; none unless those of all are known. */
    private Use use(List<ProcessAccount> processes) {
        return processes.stream().allMatch((one) -> this.uses.containsKey(one.key()))
                ? processes.stream()
                        .map((one) -> this.uses.getOrDefault(one.key(), NONE))
                        .reduce(NONE, Use::plus)
                : NONE;
    }

    /** Returns the time in which at least one of the processes was there; they are in the order of their begin. */
    private static double seconds(List<ProcessAccount> processes) {
        long millis = 0;
        long until = Long.MIN_VALUE;
        for (ProcessAccount one : processes) {
            long from = Math.max(until, one.key().beganAt());
            millis += Math.max(0, one.seenAt() - from);
            until = Math.max(until, one.seenAt());
        }
        return millis / 1000.0;
    }

    /** Returns the largest sum of the peaks of processes that were there at one time; NaN when one is unknown. */
    private static double peak(List<ProcessAccount> processes) {
        return processes.stream()
                .mapToDouble((begin) -> processes.stream()
                        .filter((one) -> one.equals(begin)
                                || (one.key().beganAt() <= begin.key().beganAt()
                                        && one.seenAt() > begin.key().beganAt()))
                        .mapToDouble(ProcessAccount::peakMemory)
                        .sum())
                .max()
                .orElse(Double.NaN);
    }
}
