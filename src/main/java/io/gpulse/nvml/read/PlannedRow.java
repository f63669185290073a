package io.gpulse.nvml.read;

import io.gpulse.metric.Basis;
import io.gpulse.metric.Cadence;
import io.gpulse.metric.Metric;
import io.gpulse.metric.Probe;
import io.gpulse.metric.Reading;
import io.gpulse.metric.Reason;
import io.gpulse.nvml.probe.CounterRates;
import io.gpulse.nvml.probe.FieldBatch;
import io.gpulse.nvml.probe.KnownReadings;
import io.gpulse.nvml.probe.ProbeReaders.BoundReader;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** A row of the catalogue with the readers of its sources, for one GPU or link. */
final class PlannedRow {

    private static final Reading NOTHING = Reading.absent(Reason.NO_DATA);

    private final Metric metric;

    /** An array, since iterating over a list would allocate, for every row in every round. */
    private final BoundReader[] sources;

    private final KnownReadings known;
    private final @Nullable Basis basis;

    /** Few rows have bounds, and looking them up would allocate, for every row in every round. */
    private final boolean isBounded;

    /** Whether the driver has answered "no data", which holds for the session where a row is read once. */
    private boolean answeredNoData;

    PlannedRow(Metric metric, List<BoundReader> sources, KnownReadings known) {
        this.metric = metric;
        this.sources = sources.toArray(BoundReader[]::new);
        this.known = known;
        this.basis = metric.spec().basis().orElse(null);
        this.isBounded = metric.spec().range().isBounded();
    }

    Metric metric() {
        return this.metric;
    }

    /**
     * Returns whether a round of these cadences reads it. A row that is read once in a session is read again with the
     * slow ones while it is absent for a temporary reason.
     */
    boolean isDue(Set<Cadence> due) {
        return due.contains(cadence()) || (due.contains(Cadence.SLOW) && isPending());
    }

    /** Returns whether a row that is read once in a session was absent for a temporary reason. */
    boolean isPending() {
        return cadence() == Cadence.ONCE && !this.answeredNoData && this.known.isPassinglyAbsent(this.metric);
    }

    private Cadence cadence() {
        return this.metric.spec().cadence();
    }

    /** Reads the row; absent where the row that it is based on makes it meaningless. */
    Reading read(FieldBatch fields) {
        if (this.metric != Metric.LINK_STATE && this.known.isOfLinkDown()) {
            return this.metric.spec().countsFaults() ? ofLinkDown(fields) : NOTHING;
        }
        Reading moot = this.basis == null ? null : this.basis.moot(this.known.of(this.basis.metric()));
        return moot == null ? checked(firstPresent(fields)) : moot;
    }

    /** Reads a fault counter of a link that is down, which not every driver reports. */
    private Reading ofLinkDown(FieldBatch fields) {
        Reading reading = this.sources[0].readOnce(fields);
        return reading instanceof Reading.Present ? reading : NOTHING;
    }

    /** Reads each source separately, in their order. */
    List<Reading> bySource(FieldBatch fields) {
        return Stream.of(this.sources)
                .map((source) -> checked(source.read(fields)))
                .toList();
    }

    /** Returns the field values that it needs in the batch of a round. */
    Stream<Probe.Field> fields() {
        return Stream.of(this.sources).flatMap((source) -> source.fields().stream());
    }

    /**
     * Reads the first source that is not lastingly absent; without any, returns the reason of the last source that the
     * driver knows.
     */
    private Reading firstPresent(FieldBatch fields) {
        Reason why = Reason.DRIVER_TOO_OLD;
        for (BoundReader source : this.sources) {
            Reading reading = source.read(fields);
            if (!(reading instanceof Reading.Absent absent) || !source.isReplacedAfter(reading)) {
                this.answeredNoData = reading.equals(NOTHING) && source.isAnswered();
                return reading;
            }
            why = absent.reason() == Reason.DRIVER_TOO_OLD ? why : absent.reason();
        }
        return Reading.absent(why);
    }

    /** Replaces a value above the limit and tolerance by an error, and one outside of the range as implausible. */
    private Reading checked(Reading reading) {
        double value = reading.numberOr(Double.NEGATIVE_INFINITY);
        if (this.isBounded && exceedsBounds(value)) {
            return Reading.implausible(this.metric.spec().unit().written(value));
        }
        double most = this.known.limit(this.metric.spec()) * CounterRates.TOLERANCE;
        return value > most ? Reading.absent(Reason.ERROR) : reading;
    }

    private boolean exceedsBounds(double value) {
        return this.metric
                .spec()
                .range()
                .exceedsBounds(value, (row) -> this.known.of(row).numberOr(0));
    }
}
