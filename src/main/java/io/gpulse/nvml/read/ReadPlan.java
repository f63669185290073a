package io.gpulse.nvml.read;

import io.gpulse.device.Readings;
import io.gpulse.metric.Cadence;
import io.gpulse.metric.Metric;
import io.gpulse.metric.MetricSpec;
import io.gpulse.metric.Probe;
import io.gpulse.metric.Reading;
import io.gpulse.metric.Reason;
import io.gpulse.metric.Scope;
import io.gpulse.metric.UnitConversion;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * A GPU, or one of its links, and what is known of it. What the driver refused for good is not asked again in this
 * session.
 */
final class ReadPlan {

    private static final Reading UNKNOWN = Reading.absent(Reason.NO_DATA);

    private final ProbeDispatch teller;
    private final List<Row> rows;
    private final Map<Set<Cadence>, Due> byCadence = new HashMap<>();
    private final Map<Metric, Reading> known = new EnumMap<>(Metric.class);
    private int refusals;

    /** A metric, and what is asked for it of this subject. */
    private record Row(Metric metric, List<Ask> asks) {

        static Row of(Metric metric, UnaryOperator<Probe> about, ReadPlan subject) {
            MetricSpec spec = metric.spec();
            return new Row(
                    metric,
                    spec.origins().stream()
                            .map((origin) -> new Ask(
                                    about.apply(origin.probe()),
                                    new ProbeDispatch.Wanted(subject, new UnitConversion(spec, origin.scale()))))
                            .toList());
        }

        boolean isDue(Set<Cadence> due) {
            return due.contains(this.metric.spec().cadence());
        }
    }

    /** A question, what its answer means for the row, and whether it was refused for good. */
    private static final class Ask {

        private final Probe probe;
        private final ProbeDispatch.Wanted wanted;
        private @Nullable Reason refused;

        Ask(Probe probe, ProbeDispatch.Wanted wanted) {
            this.probe = probe;
            this.wanted = wanted;
        }
    }

    /** The rows that a look is for, and their metrics. */
    private record Due(List<Row> rows, List<Metric> metrics) {}

    /** @param about makes a question of the catalogue one about this subject */
    ReadPlan(Scope scope, UnaryOperator<Probe> about, ProbeDispatch teller) {
        this.teller = teller;
        this.rows = Metric.of(scope).stream()
                .map((metric) -> Row.of(metric, about, this))
                .toList();
    }

    Readings look(Set<Cadence> due) {
        Due rows = rowsOf(due);
        List<Reading> taken = new ArrayList<>(rows.rows().size());
        for (Row row : rows.rows()) {
            Reading reading = isMoot(row.metric()) ? UNKNOWN : founded(row);
            taken.add(reading);
            this.known.put(row.metric(), reading);
        }
        return Readings.of(rows.metrics(), taken);
    }

    /** What each source of a row says by itself, in their order; none for a row that is not asked of this subject. */
    List<Reading> bySource(Metric metric) {
        return this.rows.stream()
                .filter((row) -> row.metric() == metric)
                .flatMap((row) -> row.asks().stream().map((ask) -> believable(metric, readOnce(ask))))
                .toList();
    }

    private Due rowsOf(Set<Cadence> due) {
        Due known = this.byCadence.get(due);
        if (known == null) {
            List<Row> rows = this.rows.stream().filter((row) -> row.isDue(due)).toList();
            known = new Due(rows, rows.stream().map(Row::metric).toList());
            this.byCadence.put(Set.copyOf(due), known);
        }
        return known;
    }

    Reading known(Metric metric) {
        return this.known.getOrDefault(metric, UNKNOWN);
    }

    /** Adds the fields that a look asks for. */
    void addFields(Set<Cadence> due, List<Probe.Field> wanted) {
        for (Row row : this.rows) {
            if (row.isDue(due)) {
                row.asks().stream()
                        .filter((ask) -> ask.refused == null && !this.teller.isOtherwiseNumbered(ask.probe))
                        .forEach((ask) -> addFields(ask.probe, wanted));
            }
        }
    }

    private static void addFields(Probe probe, List<Probe.Field> wanted) {
        if (probe instanceof Probe.Field field) {
            wanted.add(field);
        } else if (probe instanceof Probe.Rate rate) {
            wanted.add(rate.counter());
        }
    }

    /** A link that is down has nothing else to tell. */
    boolean isDown() {
        return this.known.get(Metric.LINK_STATE) instanceof Reading.State state && state.code() == 0;
    }

    private boolean isMoot(Metric metric) {
        return metric != Metric.LINK_STATE && isDown();
    }

    /** Absent where the row that it is based on does not let it mean anything. */
    private Reading founded(Row row) {
        Optional<Reading> moot = row.metric().spec().basis().flatMap((basis) -> basis.moot(known(basis.metric())));
        return moot.orElseGet(() -> believable(row.metric(), read(row)));
    }

    private Reading believable(Metric metric, Reading reading) {
        OptionalDouble most = most(metric.spec());
        OptionalDouble value = reading.number();
        boolean tooMuch =
                most.isPresent() && value.isPresent() && value.getAsDouble() > most.getAsDouble() * Rates.TOLERANCE;
        return tooMuch ? Reading.absent(Reason.ERROR) : reading;
    }

    /** The most that a row can be, where that is known. */
    OptionalDouble most(MetricSpec spec) {
        return spec.limit().isEmpty()
                ? OptionalDouble.empty()
                : known(spec.limit().get()).number();
    }

    /**
     * The first source that is there, whatever it says; when none is, the reason of the last one that the driver knows.
     */
    private Reading read(Row row) {
        Reason why = Reason.DRIVER_TOO_OLD;
        for (Ask ask : row.asks()) {
            Reading reading = readOnce(ask);
            if (!(reading instanceof Reading.Absent absent) || !absent.reason().isLasting()) {
                return reading;
            }
            why = absent.reason() == Reason.DRIVER_TOO_OLD ? why : absent.reason();
        }
        return Reading.absent(why);
    }

    private Reading readOnce(Ask ask) {
        if (ask.refused != null) {
            return Reading.absent(ask.refused);
        }
        Reading reading = this.teller.tell(ask.probe, ask.wanted);
        if (reading instanceof Reading.Absent absent && absent.reason().isLasting() && isAsked(ask.probe)) {
            ask.refused = absent.reason();
            this.refusals++;
        }
        return reading;
    }

    /** So many questions have been refused for good. */
    int refusals() {
        return this.refusals;
    }

    /** What is worked out of other rows may become known with them. */
    private static boolean isAsked(Probe probe) {
        return !(probe instanceof Probe.OverLinks) && !(probe instanceof Probe.PcieBandwidth);
    }
}
