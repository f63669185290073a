package io.gpulse.host;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The workload in the name of a control group, as schedulers, container runtimes and systemd name their groups.
 *
 * @param job null when it is not of a job
 * @param pod UID of a pod; null when it is not of a pod
 * @param container null when it is not of a container, as that of a runtime's helper process
 * @param unit the innermost service or scope of systemd; null when it is of one of the others, or of none
 */
record ControlGroup(
        @Nullable Job job,
        @Nullable String pod,
        @Nullable Container container,
        @Nullable String unit) {

    /** Of nothing. */
    static final ControlGroup NONE = new ControlGroup(null, null, null, null);

    /** No kernel writes a longer text: its paths have at most 4,096 bytes, in at most about 14 lines. */
    private static final int MOST_LETTERS = 65_536;

    private static final int MOST_OF_PATH = 4096;
    private static final int MOST_SEGMENTS = 256;

    private static final String ID = "([0-9a-f]{64})";
    private static final Pattern CONTAINER =
            Pattern.compile("(?:(docker|cri-containerd|crio|libpod(?:-payload)?|nerdctl)-)?" + ID + "(?:\\.scope)?");
    private static final Pattern CONTAINER_OF_SLICE = Pattern.compile(".+:([a-z-]+):" + ID);
    private static final Pattern LXC = Pattern.compile("lxc\\.payload\\.(.+)");
    private static final Pattern HELPER = Pattern.compile("(?:crio|libpod)-conmon-.+\\.scope");
    private static final Pattern POD = Pattern.compile(
            "(?:^|-)pod([0-9a-f]{8}(?:[-_][0-9a-f]{4}){3}[-_][0-9a-f]{12}|[0-9a-f]{32})(?:$|\\.slice$|\\.slice:)");
    private static final Pattern SLURM = Pattern.compile("(?:.+_)?slurmstepd\\.scope|slurm(?:_.+)?");
    private static final Pattern SLURM_JOB = Pattern.compile("job_(\\d{1,18})|(s[0-9A-Z]{13})");
    private static final Pattern PBS_JOB =
            Pattern.compile("/pbs_jobs\\.service/(?:jobid|jobs)/(\\d{1,18}(?:\\[\\d{1,9}\\])?)(?![^./])");
    private static final Pattern CONDOR_SLOT =
            Pattern.compile("/condor_[^/]*_(slot\\d{1,9}(?:_\\d{1,9})?)(?:@[^/]*)?$");
    private static final Pattern LSF_JOB =
            Pattern.compile("/lsf/[^/]+/job\\.(\\d{1,18}(?:\\[\\d{1,9}\\])?)\\.\\d+\\.\\d+(?:$|/)");
    private static final Pattern UNIT = Pattern.compile(".+\\.(?:service|scope)");

    /** A job is worth more than a container, which is worth more than a service. */
    private static final Comparator<ControlGroup> BEST = Comparator.<ControlGroup>comparingInt(
                    (group) -> group.job == null ? 0 : 1)
            .thenComparingInt((group) -> group.pod == null ? 0 : 1)
            .thenComparingInt((group) -> group.container == null ? 0 : 1)
            .thenComparingInt((group) -> group.unit == null ? 0 : 1);

    /**
     * A job of a scheduler.
     *
     * @param id its number, with the index in its array; a Slurm id without a number; the slot of HTCondor
     * @param scheduler as {@code slurm}
     * @param step null when it is not known
     */
    record Job(String id, String scheduler, @Nullable String step) {

        private static final Pattern NUMBER = Pattern.compile("\\d.*");

        /** Returns whether its number has to come from elsewhere: Slurm 26.05 names the group by another id. */
        boolean isWithoutNumber() {
            return this.scheduler.equals("slurm") && !NUMBER.matcher(this.id).matches();
        }
    }

    /**
     * A container.
     *
     * @param runtime null when the name does not contain it
     */
    record Container(String id, @Nullable String runtime) {}

    /** Reads {@code /proc/PID/cgroup}: one line for each hierarchy of version 1, and {@code 0::PATH} for version 2. */
    static ControlGroup ofProcess(String text) {
        return text.length() > MOST_LETTERS
                ? NONE
                : text.lines()
                        .map((line) -> line.split(":", 3))
                        .filter((parts) -> parts.length == 3 && parts[2].startsWith("/"))
                        .filter((parts) -> parts[2].length() <= MOST_OF_PATH)
                        .sorted(Comparator.comparing((parts) -> !parts[0].equals("0")))
                        .map((parts) -> of(parts[2]))
                        .reduce(NONE, (best, next) -> BEST.compare(next, best) > 0 ? next : best);
    }

    /** Returns the workload in a path. */
    static ControlGroup of(String path) {
        List<String> segments = Stream.of(path.replace("\\x2d", "-").split("/"))
                .filter((segment) -> !segment.isEmpty() && !segment.equals(".."))
                .limit(MOST_SEGMENTS)
                .toList();
        Job job = slurm(segments).or(() -> other(path)).orElse(null);
        String pod = last(segments, POD).orElse(null);
        boolean helper = false;
        Container container = null;
        for (int at = segments.size() - 1; at >= 0 && container == null && !helper; at--) {
            helper = HELPER.matcher(segments.get(at)).matches();
            container = helper ? null : container(segments.get(at), at == 0 ? "" : segments.get(at - 1));
        }
        boolean named = job != null || pod != null || container != null || helper;
        return new ControlGroup(job, pod, container, named ? null : unit(segments));
    }

    private static @Nullable Container container(String segment, String parent) {
        Matcher scope = CONTAINER.matcher(segment);
        if (scope.matches() && (scope.group(1) != null || isOfContainers(parent))) {
            String runtime = scope.group(1) == null && parent.equals("docker") ? parent : scope.group(1);
            return new Container(scope.group(2), "libpod-payload".equals(runtime) ? "libpod" : runtime);
        }
        Matcher slice = CONTAINER_OF_SLICE.matcher(segment);
        if (slice.matches()) {
            return new Container(slice.group(2), slice.group(1));
        }
        Matcher lxc = LXC.matcher(segment);
        if (lxc.matches()) {
            return new Container(lxc.group(1), "lxc");
        }
        return parent.equals("lxc") ? new Container(segment, parent) : null;
    }

    /** Returns whether a group without the name of a runtime in it is a container's: an id alone proves nothing. */
    private static boolean isOfContainers(String parent) {
        return parent.equals("docker")
                || parent.equals("libpod_parent")
                || POD.matcher(parent).find();
    }

    private static Optional<Job> slurm(List<String> segments) {
        boolean below = false;
        for (int at = 0; at < segments.size(); at++) {
            Matcher job = SLURM_JOB.matcher(segments.get(at));
            if (below && job.matches()) {
                String step = at + 1 < segments.size() && segments.get(at + 1).startsWith("step_")
                        ? segments.get(at + 1).substring("step_".length())
                        : null;
                return Optional.of(new Job(job.group(1) == null ? job.group(2) : job.group(1), "slurm", step));
            }
            below |= SLURM.matcher(segments.get(at)).matches();
        }
        return Optional.empty();
    }

    private static Optional<Job> other(String path) {
        return job(PBS_JOB, path, "pbs")
                .or(() -> job(CONDOR_SLOT, path, "htcondor"))
                .or(() -> job(LSF_JOB, path, "lsf"));
    }

    private static Optional<Job> job(Pattern name, String path, String scheduler) {
        Matcher found = name.matcher(path);
        return found.find() ? Optional.of(new Job(found.group(1), scheduler, null)) : Optional.empty();
    }

    private static Optional<String> last(List<String> segments, Pattern name) {
        List<String> found = new ArrayList<>();
        for (String segment : segments) {
            Matcher matcher = name.matcher(segment);
            if (matcher.find()) {
                found.add(matcher.group(1).replace('_', '-'));
            }
        }
        return found.isEmpty() ? Optional.empty() : Optional.of(found.get(found.size() - 1));
    }

    private static @Nullable String unit(List<String> segments) {
        return segments.stream()
                .filter((segment) -> UNIT.matcher(segment).matches() && !segment.equals("init.scope"))
                .reduce((outer, inner) -> inner)
                .orElse(null);
    }
}
