package io.gpulse.workload;

import io.gpulse.history.accounting.ProcessAccount;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Groups stored processes by job. Programs that only draw are none. */
public final class Jobs {

    private static final long LONGEST_PAUSE = 30 * Stretch.MINUTE;

    private final Map<String, GpuJob> byName = new HashMap<>();
    private final Map<List<String>, List<GpuJob>> byProgram = new HashMap<>();
    private final List<GpuJob> all = new ArrayList<>();

    private Jobs() {}

    /** The known faults of GPUs. */
    @FunctionalInterface
    public interface Faults {

        /** Returns whether a GPU had a fault within a time, in epoch ms. */
        boolean has(String uuid, long from, long to);
    }

    /**
     * Returns the jobs.
     *
     * @param knownUntil end of the stored time, in epoch ms
     */
    public static List<GpuJob> of(Collection<ProcessAccount> processes, long knownUntil, Faults faults) {
        Jobs jobs = new Jobs();
        processes.stream()
                .filter((one) -> !one.draws())
                .sorted(Comparator.comparingLong(
                                (ProcessAccount one) -> one.key().beganAt())
                        .thenComparing((one) -> one.key().pid()))
                .forEach((one) -> jobs.add(one, knownUntil, faults));
        jobs.byProgram.values().forEach(Jobs::connect);
        return jobs.all;
    }

    private void add(ProcessAccount process, long knownUntil, Faults faults) {
        List<String> names = GpuJob.names(process);
        List<GpuJob> equal = this.byProgram.computeIfAbsent(GpuJob.key(process), (first) -> new ArrayList<>());
        GpuJob job = names.stream()
                .map(this.byName::get)
                .filter(Objects::nonNull)
                .findFirst()
                .orElseGet(() -> joined(process, equal));
        if (job == null) {
            job = new GpuJob(knownUntil, faults);
            equal.add(job);
            this.all.add(job);
        }
        job.add(process);
        for (String name : names) {
            this.byName.putIfAbsent(name, job);
        }
    }

    /** Only the newest jobs are looked at: a thousand jobs of one name need not be compared with each other. */
    private static @Nullable GpuJob joined(ProcessAccount process, List<GpuJob> equal) {
        for (int i = equal.size() - 1; i >= Math.max(0, equal.size() - 16); i--) {
            if (equal.get(i).isJoinedBy(process)) {
                return equal.get(i);
            }
        }
        return null;
    }

    private static void connect(List<GpuJob> equal) {
        for (int i = 1; i < equal.size(); i++) {
            GpuJob job = equal.get(i);
            for (int j = i - 1; j >= Math.max(0, i - 16) && job.earlier() == null; j--) {
                if (isRestart(equal.get(j), job)) {
                    job.restarts(equal.get(j));
                }
            }
        }
    }

    private static boolean isRestart(GpuJob before, GpuJob job) {
        Long end = before.time().until();
        return end != null
                && !before.isRestarted()
                && job.time().at() > end
                && job.time().at() - end <= LONGEST_PAUSE
                && !Collections.disjoint(before.uuids(), job.uuids());
    }
}
