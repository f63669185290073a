package io.gpulse.host;

import io.gpulse.device.Readings;
import io.gpulse.metric.Metric;
import io.gpulse.metric.Reading;
import io.gpulse.metric.Reason;
import java.util.HashMap;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The CPU time and memory that processes use on the host, and their age. Used by one thread. */
final class ProcessUsage {

    private static final Pattern UPTIME = Pattern.compile("(\\d{1,12}\\.\\d+)\\s.*", Pattern.DOTALL);

    private final ProcFolder proc;
    private final KernelUnits units;
    private final Map<Integer, ProcessStat> before = new HashMap<>();
    private Reading uptime = Reading.absent(Reason.NO_DATA);

    ProcessUsage(ProcFolder proc) {
        this.proc = proc;
        this.units = new KernelUnits(proc);
    }

    /** Begins a round; forgets other processes. */
    void begin(Set<Integer> pids) {
        this.before.keySet().retainAll(pids);
        this.uptime = uptime();
    }

    /** Returns the uptime in seconds. It is read instead of computed from the time of day, which can be set. */
    private Reading uptime() {
        ProcFile file = this.proc.read("uptime");
        if (file.unread() != null) {
            return Reading.absent(file.unread());
        }
        Matcher matcher = UPTIME.matcher(file.text());
        return matcher.matches()
                ? new Reading.Quantity(Double.parseDouble(matcher.group(1)))
                : Reading.absent(Reason.ERROR);
    }

    /** Returns the rows of a process; its CPU use is the mean since the sample before, unknown in the first one. */
    Readings of(ProcessStat now) {
        ProcessStat then = this.before.put(now.pid(), now);
        return Readings.of(Map.of(
                Metric.PROCESS_HOST_CPU, cpu(now.ticksPerSecondSince(then)),
                Metric.PROCESS_HOST_MEMORY, this.units.bytes((double) now.pages()),
                Metric.PROCESS_ELAPSED, elapsed(now)));
    }

    /** Returns the CPU use with one decimal, since the kernel counts in hundredths of a second. */
    private Reading cpu(OptionalDouble ticksPerSecond) {
        return this.units
                .percentOfCore(ticksPerSecond)
                .convert((percent) -> new Reading.Quantity(Math.rint(percent * 10) / 10));
    }

    private Reading elapsed(ProcessStat stat) {
        // A process may have started after the beginning of the round.
        return this.uptime.convert((now) ->
                new Reading.Quantity(Math.floor(Math.max(0, now - ProcessStats.startMillis(stat) / 1000.0))));
    }
}
