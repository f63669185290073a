package io.gpulse.host;

import io.gpulse.device.workload.FoundWorkload;
import io.gpulse.device.workload.Workload;
import io.gpulse.device.workload.Workload.Evidence;
import io.gpulse.device.workload.Workload.Kind;
import io.gpulse.metric.Reason;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Finds the workload of a process by its control groups and its arguments. Neither its environment nor a socket of a
 * container runtime is read: that would require the rights of root, and those over all containers.
 */
final class Workloads {

    private static final int MOST_ANCESTORS = 32;

    private static final Pattern STEP = Pattern.compile("slurmstepd: \\[(\\d{1,18})\\..*");
    private static final Pattern RAY = Pattern.compile("ray::(?!IDLE)([\\w:]{1,64})\\W?.*", Pattern.DOTALL);

    /** Sessions and terminals hold what a user starts by hand, and some services hold the programs of others. */
    private static final Pattern INTERACTIVE =
            Pattern.compile("(?!run-).*\\.scope|app-.*|(user@.*|crond?|atd|sshd?(@.*)?"
                    + "|slurmd|xrdp.*|gnome-terminal-server)\\.service");

    private final ProcFolder proc;
    private final ProcessStats stats;
    private final KernelFiles kernels;

    /** @param notebooks whether the names of notebooks are read */
    Workloads(ProcFolder proc, boolean notebooks) {
        this.proc = proc;
        this.stats = new ProcessStats(proc);
        this.kernels = new KernelFiles(proc, notebooks);
    }

    /**
     * Returns the workload of a process: its job, else its pod, its container, its kernel, its actor, its service.
     *
     * @param arguments empty when they are hidden or not known
     */
    FoundWorkload of(int pid, List<String> arguments) {
        ProcFile file = this.proc.read(pid + "/cgroup");
        ControlGroup group = ControlGroup.ofProcess(file.text());
        return byGroup(pid, group)
                .or(() -> this.kernels.find(pid, arguments))
                .or(() -> ray(arguments))
                .or(() -> unit(group.unit()))
                .map(FoundWorkload::of)
                .orElseGet(() -> FoundWorkload.none(file.unread() == null ? Reason.NO_DATA : file.unread()));
    }

    private Optional<Workload> byGroup(int pid, ControlGroup group) {
        ControlGroup.Job job = group.job();
        if (job != null) {
            Workload named = new Workload(Kind.JOB, job.id(), null, job.scheduler(), job.step(), Evidence.CGROUP);
            return Optional.of(job.isWithoutNumber() ? numbered(pid, named) : named);
        }
        if (group.pod() != null) {
            return Optional.of(new Workload(Kind.POD, group.pod(), Evidence.CGROUP));
        }
        return Optional.ofNullable(group.container())
                .map((container) ->
                        new Workload(Kind.CONTAINER, container.id(), null, container.runtime(), null, Evidence.CGROUP));
    }

    /** Returns a job with the number that the outermost daemon of its step has in its title; root runs that daemon. */
    private Workload numbered(int pid, Workload job) {
        Workload numbered = job;
        ProcessStat stat = this.stats.of(pid).stat();
        for (int i = 0; i < MOST_ANCESTORS && stat != null && stat.parent() > 1; i++) {
            int ancestor = stat.parent();
            stat = this.stats.of(ancestor).stat();
            if (stat != null && !stat.isBlocked() && stat.name().equals("slurmstepd") && isOfRoot(ancestor)) {
                Matcher step = STEP.matcher(
                        this.proc.read(ancestor + "/cmdline").text().replace('\0', ' '));
                numbered = step.matches()
                        ? new Workload(Kind.JOB, step.group(1), null, job.system(), job.step(), Evidence.TITLE)
                        : numbered;
            }
        }
        return numbered;
    }

    private boolean isOfRoot(int process) {
        return Users.isRoot(this.proc.path(process));
    }

    private static Optional<Workload> ray(List<String> arguments) {
        Matcher title = RAY.matcher(arguments.isEmpty() ? "" : arguments.get(0));
        return title.matches() ? Optional.of(new Workload(Kind.RAY, title.group(1), Evidence.TITLE)) : Optional.empty();
    }

    private static Optional<Workload> unit(@Nullable String unit) {
        return unit == null || INTERACTIVE.matcher(unit).matches()
                ? Optional.empty()
                : Optional.of(new Workload(Kind.UNIT, unit, Evidence.CGROUP));
    }
}
