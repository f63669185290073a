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
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** A row of the catalogue with the readers of its sources, for one GPU or link. */
final class PlannedRow {

    private static final Reading NOTHING = Reading.absent(Reason.NO_DATA);

    private final Metric metric;

    /** An array: going over a list would take memory, and this is done for every row in every round. */
    private final PlannedProbe[] sources;

    private final KnownReadings known;
    private final @Nullable Basis basis;

    /** Whether the driver has said that there is nothing, which holds for the session where it is asked once. */
    private boolean toldNothing;

    PlannedRow(Metric metric, List<PlannedProbe> sources, KnownReadings known) {
        this.metric = metric;
        this.sources = sources.toArray(PlannedProbe[]::new);
        this.known = known;
        this.basis = metric.spec().basis().orElse(null);
    }

    Metric metric() {
        return this.metric;
    }

    /**
     * Whether a round of these cadences reads it. A row that is read once in a session is read again with the slow ones
     * while the driver only fails for a moment; that there is nothing is an answer.
     */
    boolean isDue(Set<Cadence> due) {
        return due.contains(cadence()) || due.contains(Cadence.SLOW) && isPending();
    }

    /** Whether it is to be read once in a session, and was absent for a reason that may pass. */
    boolean isPending() {
        return cadence() == Cadence.ONCE && !this.toldNothing && this.known.isPassinglyAbsent(this.metric);
    }

    private Cadence cadence() {
        return this.metric.spec().cadence();
    }

    /** Absent where the row that it is based on does not let it mean anything. */
    Reading read(FieldBatch fields) {
        if (this.metric != Metric.LINK_STATE && this.known.isOfLinkDown()) {
            return this.metric.spec().countsFaults() ? ofLinkDown(fields) : NOTHING;
        }
        Optional<Reading> moot =
                this.basis == null ? Optional.empty() : this.basis.moot(this.known.of(this.basis.metric()));
        return moot.isPresent() ? moot.get() : believable(firstPresent(fields));
    }

    /** What has gone wrong on a link that is down, where the driver tells; it need not. */
    private Reading ofLinkDown(FieldBatch fields) {
        Reading reading = this.sources[0].readOnce(fields);
        return reading instanceof Reading.Present ? reading : NOTHING;
    }

    /** What each source says by itself, in their order. */
    List<Reading> bySource(FieldBatch fields) {
        return Stream.of(this.sources)
                .map((source) -> believable(source.read(fields)))
                .toList();
    }

    /** The field values that it wants in the batch of a round. */
    Stream<Probe.Field> fields() {
        return Stream.of(this.sources).flatMap((source) -> source.fields().stream());
    }

    /**
     * The first source that is there, whatever it says; when none is, the reason of the last one that the driver knows.
     */
    private Reading firstPresent(FieldBatch fields) {
        Reason why = Reason.DRIVER_TOO_OLD;
        for (PlannedProbe source : this.sources) {
            Reading reading = source.read(fields);
            if (!(reading instanceof Reading.Absent absent) || !absent.reason().isLasting()) {
                this.toldNothing = reading.equals(NOTHING) && source.isAnswered();
                return reading;
            }
            why = absent.reason() == Reason.DRIVER_TOO_OLD ? why : absent.reason();
        }
        return Reading.absent(why);
    }

    /** What is more than the row's limit, by more than a tolerance, is an error; what exceeds its range cannot be. */
    private Reading believable(Reading reading) {
        double value = reading.numberOr(Double.NEGATIVE_INFINITY);
        if (this.metric
                .spec()
                .range()
                .exceedsBounds(value, (row) -> this.known.of(row).numberOr(0))) {
            return Reading.implausible(this.metric.spec().unit().written(value));
        }
        double most = this.known.limit(this.metric.spec()) * CounterRates.TOLERANCE;
        return value > most ? Reading.absent(Reason.ERROR) : reading;
    }
}
