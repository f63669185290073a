package io.gpulse.nvml.read;

import io.gpulse.device.Gpu.SlowCall;
import io.gpulse.device.GpuReadResult;
import io.gpulse.device.GpuReadings;
import io.gpulse.device.GpuRefusedException;
import io.gpulse.device.MigSample;
import io.gpulse.device.Readings;
import io.gpulse.metric.Cadence;
import io.gpulse.metric.Metric;
import io.gpulse.metric.Panel;
import io.gpulse.metric.Reading;
import io.gpulse.metric.Reason;
import io.gpulse.nvml.probe.DriverCalls;
import io.gpulse.nvml.probe.ProbeReaders;
import io.gpulse.nvml.probe.SessionState;
import java.util.EnumSet;
import java.util.List;
import java.util.OptionalInt;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The reader of one GPU and its links, round by round. Used by one thread. */
public final class DeviceReader {

    private static final Reading MIG_ENABLED = Reading.absent(Reason.MIG_ENABLED);
    private static final Set<Cadence> ALL = EnumSet.allOf(Cadence.class);

    private final DriverCalls calls;
    private final SessionState session;
    private final MigInstances mig;
    private ProbeReaders readers;
    private @Nullable GpuPlan plan;
    private boolean startsOver;
    private boolean linksAreUnknown;

    public DeviceReader(DriverCalls calls, SessionState session) {
        this.calls = calls;
        this.session = session;
        this.mig = new MigInstances(calls, session);
        this.readers = new ProbeReaders(calls, session);
    }

    /** Returns the reader of the processes on the same GPU. */
    public ProcessReader processes() {
        return new ProcessReader(this.calls, this.mig);
    }

    /** Reads the rows of these cadences. Blocks while the driver answers. */
    public GpuReadResult read(Set<Cadence> due) {
        this.calls.beginTiming();
        return this.calls.round(() -> readings(due));
    }

    /** Returns the slowest call since the last read began; null when there was none. */
    public @Nullable SlowCall slowestCall() {
        return this.calls.slowest();
    }

    /** Reads each source of a row of the GPU separately; returns nothing when the GPU as a whole has failed. */
    public List<Reading> bySource(Metric row) {
        try {
            return this.calls.newRound(() -> plan().bySource(row));
        } catch (GpuRefusedException failure) {
            return List.of();
        }
    }

    private GpuReadings readings(Set<Cadence> due) {
        if (this.linksAreUnknown && due.contains(Cadence.SLOW)) {
            countLinksAgain();
        }
        GpuReadings readings = plan().read(this.startsOver ? ALL : due);
        this.startsOver = false;
        if (this.mig.takeMode(readings.own())) {
            startOver();
        }
        List<MigSample> instances = this.mig.read(due);
        return new GpuReadings(markMig(readings.own()), readings.links(), readings.processes(), instances);
    }

    /** Reads the number of links; if it is known now, the next read has every row. */
    private void countLinksAgain() {
        OptionalInt links = LinkCount.read(this.calls);
        if (links.isPresent()) {
            this.linksAreUnknown = false;
            this.plan = new GpuPlan(links.getAsInt(), this.calls, this.readers);
            this.startsOver = true;
        }
    }

    /** Forgets the plan and what the driver refused, which differs with the MIG mode. The next read has every row. */
    private void startOver() {
        this.plan = null;
        this.startsOver = true;
        this.readers = new ProbeReaders(this.calls, this.session);
    }

    /**
     * Returns the plan, created in the first round that the driver answers, with the session's number of links. While
     * that is unknown, the plan has none, and is created again with the slow rows.
     */
    private GpuPlan plan() {
        GpuPlan known = this.plan;
        if (known == null) {
            OptionalInt links = LinkCount.read(this.calls);
            this.linksAreUnknown = links.isEmpty();
            known = new GpuPlan(links.orElse(0), this.calls, this.readers);
            this.plan = known;
        }
        return known;
    }

    /** Marks the engines of a GPU that is split into MIG instances: they are supported, but only per instance. */
    private Readings markMig(Readings own) {
        return this.mig.isEnabled()
                ? own.map((metric, reading) -> isOfEngines(metric, reading) ? MIG_ENABLED : reading)
                : own;
    }

    private static boolean isOfEngines(Metric metric, Reading reading) {
        return metric.spec().panel() == Panel.UTILIZATION && reading.equals(Reading.absent(Reason.NOT_SUPPORTED));
    }
}
