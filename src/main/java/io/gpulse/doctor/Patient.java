package io.gpulse.doctor;

import io.gpulse.device.Gpu;
import io.gpulse.device.GpuIdentity;
import io.gpulse.device.GpuReadings;
import io.gpulse.device.GpuState;
import io.gpulse.device.Look;
import io.gpulse.metric.Cadence;
import io.gpulse.metric.Metric;
import io.gpulse.metric.Reading;
import io.gpulse.metric.Reason;
import io.gpulse.metric.Scope;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** A GPU, and what was found of it so far. */
final class Patient {

    private static final Set<Cadence> ALL = EnumSet.allOf(Cadence.class);

    private final int index;
    private final List<Double> lookMillis = new ArrayList<>();
    private @Nullable Gpu gpu;
    private GpuReadings before = GpuReadings.NONE;
    private GpuReadings known = GpuReadings.NONE;
    private GpuState state = GpuState.OK;
    private @Nullable String detail;
    private List<PcieSource> pcie = List.of();

    Patient(int index) {
        this.index = index;
    }

    int index() {
        return this.index;
    }

    void admit(Gpu admitted) {
        this.gpu = admitted;
    }

    boolean answers() {
        return this.gpu != null && this.state == GpuState.OK;
    }

    /** Looks at it once more; what was known becomes what was known before. */
    void look() {
        if (this.gpu == null) {
            return;
        }
        long begun = System.nanoTime();
        take(this.gpu.look(ALL));
        this.lookMillis.add((System.nanoTime() - begun) / (double) TimeUnit.MILLISECONDS.toNanos(1));
    }

    private void take(Look look) {
        if (look.verdict() == Look.Verdict.FINE) {
            this.before = this.known;
            this.known = look.known();
        } else {
            ail(look.verdict().state(), String.valueOf(look.detail()));
        }
    }

    void ail(GpuState how, String why) {
        this.state = how;
        this.detail = why;
    }

    /** Asks each source of the PCIe rows; what it says the last time counts. */
    void measurePcie() {
        if (this.gpu != null) {
            this.pcie = PcieSource.of(this.gpu);
        }
    }

    List<PcieSource> pcie() {
        return this.pcie;
    }

    Optional<GpuIdentity> identity() {
        return Optional.ofNullable(this.gpu).map(Gpu::identity);
    }

    GpuState state() {
        return this.state;
    }

    /** Why it is not well; null when it is. */
    @Nullable
    String detail() {
        return this.detail;
    }

    List<Double> lookMillis() {
        return List.copyOf(this.lookMillis);
    }

    Optional<Reading> before(Metric metric) {
        return this.before.own().of(metric);
    }

    /** What the last look told of a row; of a row of links, what any of them has. */
    Optional<Reading> known(Metric metric) {
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

    /** Why a row is absent; empty when it is there, or is not asked of this GPU. */
    Optional<Reason> absence(Metric metric) {
        return known(metric)
                .filter(Reading.Absent.class::isInstance)
                .map((reading) -> ((Reading.Absent) reading).reason());
    }

    String name() {
        return identity().map(GpuIdentity::name).orElse("?");
    }
}
