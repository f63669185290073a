package io.gpulse.doctor.examination;

import io.gpulse.device.Gpu;
import io.gpulse.device.GpuIdentity;
import io.gpulse.device.GpuReadResult;
import io.gpulse.device.GpuReadings;
import io.gpulse.device.GpuState;
import io.gpulse.metric.Cadence;
import io.gpulse.metric.Metric;
import io.gpulse.metric.Reading;
import io.gpulse.metric.Reason;
import io.gpulse.metric.Scope;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * A GPU and the findings about it. A failure is final: a thread that returns late from the driver no longer changes it.
 */
public final class ExaminedGpu {

    private static final Set<Cadence> ALL = EnumSet.allOf(Cadence.class);

    /**
     * The support of a metric by a GPU: present, absent for a reason, or not queried.
     *
     * @param absence the reason of the absence; empty when it is present, or not queried, as for links without links
     */
    public record Support(boolean isPresent, Optional<Reason> absence) {}

    private final int index;
    private final List<Double> lookMillis = new ArrayList<>();
    private @Nullable Gpu gpu;
    private GpuReadings before = GpuReadings.NONE;
    private GpuReadings known = GpuReadings.NONE;
    private GpuCondition condition = GpuCondition.OK;
    private @Nullable String detail;
    private List<PcieSource> pcie = List.of();

    public ExaminedGpu(int index) {
        this.index = index;
    }

    public int index() {
        return this.index;
    }

    public synchronized void attach(Gpu attached) {
        if (this.condition == GpuCondition.OK) {
            this.gpu = attached;
        }
    }

    public synchronized boolean answers() {
        return this.gpu != null && this.condition == GpuCondition.OK;
    }

    /** Returns whether at least one round was read. */
    public synchronized boolean hasAnswered() {
        return !this.lookMillis.isEmpty()
                && (this.condition == GpuCondition.OK || this.condition == GpuCondition.NO_TIME_LEFT);
    }

    /** Adds the readings of a round; the earlier ones become the previous round. */
    public void read() {
        Gpu looked = attached();
        if (looked != null) {
            long startedAt = System.nanoTime();
            GpuReadResult result = looked.read(ALL);
            take(result, (System.nanoTime() - startedAt) / (double) TimeUnit.MILLISECONDS.toNanos(1));
        }
    }

    private synchronized @Nullable Gpu attached() {
        return this.gpu;
    }

    private synchronized void take(GpuReadResult result, double millis) {
        if (this.condition != GpuCondition.OK) {
            return;
        }
        this.lookMillis.add(millis);
        if (result.verdict() == GpuReadResult.Verdict.FINE) {
            this.before = this.known;
            this.known = result.known();
        } else {
            fail(result.verdict().state(), String.valueOf(result.detail()));
        }
    }

    public synchronized void fail(GpuState how, String why) {
        if (this.condition == GpuCondition.OK) {
            this.condition = GpuCondition.of(how);
            this.detail = why;
        }
    }

    /** Lets it go, since no time is left. */
    public synchronized void skip() {
        if (this.condition == GpuCondition.OK) {
            int rounds = this.lookMillis.size();
            this.condition = GpuCondition.NO_TIME_LEFT;
            this.detail = rounds == 0
                    ? "not looked at: no time left"
                    : "read " + (rounds == 1 ? "once" : rounds + " times") + ", then no time was left";
        }
    }

    /** Reads each source of the PCIe metrics; the last reading counts. */
    public void measurePcie() {
        Gpu measured = attached();
        if (measured != null) {
            take(PcieSource.of(measured));
        }
    }

    private synchronized void take(List<PcieSource> measured) {
        if (this.condition == GpuCondition.OK) {
            this.pcie = measured;
        }
    }

    public synchronized List<PcieSource> pcie() {
        return this.pcie;
    }

    public Optional<GpuIdentity> identity() {
        return Optional.ofNullable(attached()).map(Gpu::identity);
    }

    public synchronized GpuCondition condition() {
        return this.condition;
    }

    /** Returns the reason of its condition; null when it is OK. */
    public synchronized @Nullable String detail() {
        return this.detail;
    }

    public synchronized List<Double> lookMillis() {
        return List.copyOf(this.lookMillis);
    }

    public synchronized Optional<Reading> before(Metric metric) {
        return this.before.own().of(metric);
    }

    /** Returns the reading of the last round; for a metric of links, that of any link. */
    public synchronized Optional<Reading> known(Metric metric) {
        return metric.spec().scope() == Scope.LINK
                ? ofLinks(metric)
                : this.known.own().of(metric);
    }

    private Optional<Reading> ofLinks(Metric metric) {
        List<Reading> all = this.known.links().stream()
                .flatMap((link) -> link.readings().of(metric).stream())
                .toList();
        return all.stream()
                .filter((reading) -> reading instanceof Reading.Present)
                .findFirst()
                .or(() -> all.stream().findFirst());
    }

    /** Returns the reason of an absence; empty when the metric is present or not queried for this GPU. */
    public Optional<Reason> absence(Metric metric) {
        return known(metric)
                .filter(Reading.Absent.class::isInstance)
                .map((reading) -> ((Reading.Absent) reading).reason());
    }

    /** Returns whether it has a metric. */
    public Support support(Metric metric) {
        Optional<Reason> absence = absence(metric);
        return new Support(absence.isEmpty() && known(metric).isPresent(), absence);
    }

    /** Returns implausible values by row; of links and processes only the first of a row. */
    public synchronized Map<Metric, String> implausible() {
        Map<Metric, String> found = new EnumMap<>(Metric.class);
        this.known.forEachImplausible(found::putIfAbsent);
        return found;
    }

    public String name() {
        return identity().map(GpuIdentity::name).orElse("?");
    }
}
