package io.gpulse.host;

import io.gpulse.device.HostProcess;
import io.gpulse.device.HostProcesses;
import io.gpulse.device.Readings;
import io.gpulse.metric.Metric;
import io.gpulse.metric.Reading;
import io.gpulse.metric.Reason;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.function.ToDoubleFunction;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * All processes of the machine. Reads one small file of each, a second one of the few that are reported, and no command
 * line. Used by one thread.
 */
final class ProcessTable {

    private static final Pattern PID = Pattern.compile("\\d{1,9}");

    private static final Map<String, String> STATES = Map.of(
            "R", "running",
            "S", "sleeping",
            "D", "disk sleep",
            "I", "idle",
            "T", "stopped",
            "t", "tracing stop",
            "Z", "zombie",
            "X", "dead");

    private final ProcFolder proc;
    private final KernelUnits units;
    private Map<Integer, Seen> before = Map.of();

    ProcessTable(ProcFolder proc) {
        this.proc = proc;
        this.units = new KernelUnits(proc);
    }

    /**
     * A process in one sample.
     *
     * @param ticksPerSecond CPU time since the sample before; empty when it is not known
     */
    private record Seen(ProcessStat stat, OptionalDouble ticksPerSecond) {}

    HostProcesses read() {
        List<String> pids = pids();
        Map<Integer, Seen> now = new HashMap<>();
        pids.forEach((pid) -> {
            Seen seen = sample(pid);
            if (seen != null) {
                now.put(seen.stat().pid(), seen);
            }
        });
        this.before = now;
        Reading total = pids.isEmpty() ? Reading.absent(Reason.NOT_SUPPORTED) : new Reading.Quantity(pids.size());
        return new HostProcesses(null, Readings.of(Map.of(Metric.HOST_PROCESSES_VISIBLE, total)), busiest(now));
    }

    private List<String> pids() {
        String[] entries = this.proc.root().toFile().list();
        return Arrays.stream(entries == null ? new String[0] : entries)
                .filter((entry) -> PID.matcher(entry).matches())
                .toList();
    }

    /** Samples a process; null if it has ended meanwhile. */
    private @Nullable Seen sample(String pid) {
        ProcessStat stat = ProcessStat.parse(this.proc.read(pid + "/stat")).orElse(null);
        if (stat == null) {
            return null;
        }
        Seen last = this.before.get(stat.pid());
        return new Seen(stat, stat.ticksPerSecondSince(last == null ? null : last.stat));
    }

    private List<HostProcess> busiest(Map<Integer, Seen> now) {
        Stream<Seen> byCpu = most(now, (seen) -> seen.ticksPerSecond.orElse(0));
        Stream<Seen> byMemory = most(now, (seen) -> seen.stat().pages());
        Users users = new Users(this.proc);
        return Stream.concat(byCpu, byMemory)
                .distinct()
                .map((seen) -> new HostProcess(seen.stat().pid(), seen.stat().name(), rows(seen, users)))
                .sorted(HostProcesses.BY_CPU)
                .toList();
    }

    private static Stream<Seen> most(Map<Integer, Seen> now, ToDoubleFunction<Seen> figure) {
        return now.values().stream()
                .filter((seen) -> figure.applyAsDouble(seen) > 0)
                .sorted(Comparator.comparingDouble(figure).reversed())
                .limit(HostProcesses.MOST);
    }

    private Readings rows(Seen seen, Users users) {
        String state = STATES.getOrDefault(seen.stat().state(), seen.stat().state());
        return Readings.of(Map.of(
                Metric.HOST_PROCESS_CPU,
                        this.units.percentOfCore(seen.ticksPerSecond).convert(Metric.HOST_PROCESS_CPU.spec()::reading),
                Metric.HOST_PROCESS_MEMORY,
                        this.units.bytes((double) seen.stat().pages()),
                Metric.HOST_PROCESS_STATE, new Reading.Text(state),
                Metric.HOST_PROCESS_USER, users.of(seen.stat().pid())));
    }
}
