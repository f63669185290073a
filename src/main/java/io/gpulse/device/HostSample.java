package io.gpulse.device;

import io.gpulse.metric.Cadence;
import io.gpulse.metric.Metric;
import io.gpulse.metric.PrintableText;
import io.gpulse.metric.Reading;
import io.gpulse.metric.Reason;
import io.gpulse.metric.Scope;
import java.util.List;

/**
 * The machine at one moment.
 *
 * @param readings the machine's own rows, including those that are read from its processes
 */
public record HostSample(String hostname, Readings readings, HostParts parts, HostProcesses processes) {

    private static final List<Metric> OF_EVERY_ROUND = Metric.of(Scope.HOST).stream()
            .filter((metric) -> metric.spec().cadence() == Cadence.FAST)
            .toList();

    public HostSample {
        hostname = PrintableText.of(hostname);
    }

    /** Creates a sample of a machine whose parts and processes are not known. */
    public HostSample(String hostname, Readings readings) {
        this(hostname, readings, HostParts.NONE, HostProcesses.absent(Reason.NO_DATA));
    }

    /** Returns the same machine with absent readings for all that is read in every round. */
    public HostSample absent(Reading absence) {
        Readings nothing = Readings.absent(OF_EVERY_ROUND, absence);
        return new HostSample(this.hostname, nothing, this.parts.absent(absence), this.processes);
    }

    /** Returns the same machine with these parts. */
    public HostSample with(HostParts all) {
        return new HostSample(this.hostname, this.readings, all, this.processes);
    }

    /** Returns the same machine with these processes. */
    public HostSample with(HostProcesses current) {
        return new HostSample(this.hostname, this.readings.renewedBy(current.readings()), this.parts, current);
    }
}
