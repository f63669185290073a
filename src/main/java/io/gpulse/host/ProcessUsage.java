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

/** What processes take of the host, and for how long they have run. Used by one thread. */
final class ProcessUsage {

    private static final Pattern UPTIME = Pattern.compile("(\\d{1,12}\\.\\d+)\\s.*", Pattern.DOTALL);

    private final ProcFolder proc;
    private final CpuTime cpuTime;
    private final PageSize pageSize;
    private final Map<Integer, StatSample> before = new HashMap<>();
    private Reading uptime = Reading.absent(Reason.NO_DATA);

    ProcessUsage(ProcFolder proc) {
        this.proc = proc;
        this.cpuTime = new CpuTime(proc);
        this.pageSize = new PageSize(proc);
    }

    /** Begins a round; what was remembered of other processes is forgotten. */
    void begin(Set<Integer> pids) {
        this.before.keySet().retainAll(pids);
        this.uptime = uptime();
    }

    /** In seconds. Read instead of computed from the time of day, which can be set. */
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

    /** The rows of a process; its CPU is the mean since the sample before, and not known at the first one. */
    Readings of(StatSample now) {
        StatSample then = this.before.put(now.stat().pid(), now);
        return Readings.of(Map.of(
                Metric.PROCESS_HOST_CPU, cpu(now.ticksPerSecondSince(then)),
                Metric.PROCESS_HOST_MEMORY, this.pageSize.bytes(now.stat().pages()),
                Metric.PROCESS_ELAPSED, elapsed(now.stat())));
    }

    /** The kernel counts in hundredths of a second: more than one decimal says nothing. */
    private Reading cpu(OptionalDouble ticksPerSecond) {
        Reading percent = this.cpuTime.percent(ticksPerSecond);
        OptionalDouble number = percent.number();
        return number.isPresent() ? new Reading.Quantity(Math.rint(number.getAsDouble() * 10) / 10) : percent;
    }

    private Reading elapsed(ProcessStat stat) {
        OptionalDouble now = this.uptime.number();
        if (now.isEmpty()) {
            return this.uptime;
        }
        // One that was started after the round began is of this moment.
        double seconds = now.getAsDouble() - ProcessStats.startMillis(stat) / 1000.0;
        return new Reading.Quantity(Math.floor(Math.max(0, seconds)));
    }
}
