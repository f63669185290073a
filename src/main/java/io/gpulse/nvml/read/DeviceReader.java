package io.gpulse.nvml.read;

import io.gpulse.device.GpuReadings;
import io.gpulse.device.LinkSample;
import io.gpulse.device.Look;
import io.gpulse.device.Readings;
import io.gpulse.metric.Cadence;
import io.gpulse.metric.Metric;
import io.gpulse.metric.Panel;
import io.gpulse.metric.Reading;
import io.gpulse.metric.Reason;
import io.gpulse.metric.Scope;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.UnaryOperator;

/** Asks one GPU, its links and who uses it what the catalogue wants to know. Used by one thread. */
public final class DeviceReader {

    private static final Reading MIG_ENABLED = Reading.absent(Reason.MIG_ENABLED);

    private final DriverCalls line;
    private final ReaderParts instruments;
    private final Links links;
    private final ReadPlan gpu;
    private boolean split;

    public DeviceReader(DriverCalls line, SessionState kept) {
        this.line = line;
        this.instruments = new ReaderParts(line, kept);
        this.links = new Links(this.instruments);
        this.gpu = new ReadPlan(Scope.GPU, UnaryOperator.identity(), this.links.teller());
    }

    public Look look(Set<Cadence> due) {
        this.line.begin();
        try {
            this.links.countOnce();
            this.instruments.fields().begin(due, subjects());
            List<LinkSample> ofLinks = this.links.look(due);
            Readings own = toldOfInstances(this.gpu.look(due));
            return this.line.conclude(new GpuReadings(own, ofLinks, List.of()));
        } catch (GpuFailureException verdict) {
            return verdict.look();
        }
    }

    /** What each source of a row of the GPU says by itself. */
    public List<Reading> bySource(Metric row) {
        this.line.begin();
        try {
            this.instruments.fields().begin(Set.of(row.spec().cadence()), subjects());
            return this.gpu.bySource(row);
        } catch (GpuFailureException verdict) {
            return List.of();
        }
    }

    private List<ReadPlan> subjects() {
        List<ReadPlan> all = new ArrayList<>(this.links.subjects());
        all.add(this.gpu);
        return all;
    }

    /** A GPU that is split into instances is not less able than others: its engines are told of per instance. */
    private Readings toldOfInstances(Readings taken) {
        if (taken.of(Metric.MIG_MODE_CURRENT).orElse(null) instanceof Reading.State state) {
            this.split = state.code() == 1;
        }
        return this.split
                ? taken.map((metric, reading) -> isOfEngines(metric, reading) ? MIG_ENABLED : reading)
                : taken;
    }

    private static boolean isOfEngines(Metric metric, Reading reading) {
        return metric.spec().panel() == Panel.UTILIZATION && reading.equals(Reading.absent(Reason.NOT_SUPPORTED));
    }
}
