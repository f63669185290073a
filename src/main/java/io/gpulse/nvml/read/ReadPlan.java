package io.gpulse.nvml.read;

import io.gpulse.device.Readings;
import io.gpulse.metric.Cadence;
import io.gpulse.metric.Metric;
import io.gpulse.metric.MetricSpec;
import io.gpulse.metric.Probe;
import io.gpulse.metric.Reading;
import io.gpulse.metric.Scope;
import io.gpulse.metric.UnitConversion;
import io.gpulse.nvml.probe.FieldBatch;
import io.gpulse.nvml.probe.KnownReadings;
import io.gpulse.nvml.probe.ProbeReaders;
import io.gpulse.nvml.probe.ProbeReaders.BoundReader;
import io.gpulse.nvml.probe.RowContext;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;

/** The rows that are read of a GPU, of one of its links or of a MIG instance, in each kind of round. */
final class ReadPlan {

    private final KnownReadings known;
    private final List<PlannedRow> rows;
    private final ProbeReaders readers;
    private final Map<Set<Cadence>, Due> byCadence = new HashMap<>();
    private int version;

    /** The rows of a round, and their metrics. */
    private record Due(List<PlannedRow> rows, List<Metric> metrics) {}

    private ReadPlan(KnownReadings known, List<PlannedRow> rows, ProbeReaders readers) {
        this.known = known;
        this.rows = rows;
        this.readers = readers;
    }

    static ReadPlan ofLink(int link, ProbeReaders readers) {
        return of(Scope.LINK, (probe) -> probe.ofLink(link), new KnownReadings(List.of()), readers);
    }

    /** @param links of the same GPU, which are read before it */
    static ReadPlan ofGpu(List<ReadPlan> links, ProbeReaders readers) {
        List<KnownReadings> ofLinks = links.stream().map((link) -> link.known).toList();
        return of(Scope.GPU, UnaryOperator.identity(), new KnownReadings(ofLinks), readers);
    }

    static ReadPlan ofInstance(ProbeReaders readers) {
        return of(Scope.MIG, UnaryOperator.identity(), new KnownReadings(List.of()), readers);
    }

    private static ReadPlan of(Scope scope, UnaryOperator<Probe> about, KnownReadings known, ProbeReaders readers) {
        List<PlannedRow> rows = Metric.of(scope).stream()
                .map((metric) -> new PlannedRow(metric, sources(metric.spec(), about, known, readers), known))
                .toList();
        return new ReadPlan(known, rows, readers);
    }

    private static List<BoundReader> sources(
            MetricSpec spec, UnaryOperator<Probe> about, KnownReadings known, ProbeReaders readers) {
        return spec.sources().stream()
                .map((source) -> readers.bind(
                        about.apply(source.probe()), new RowContext(new UnitConversion(spec, source.scale()), known)))
                .toList();
    }

    /** Reads the rows of these cadences. Blocks while the driver answers. */
    Readings read(Set<Cadence> due, FieldBatch fields) {
        Due rows = rowsOf(due);
        Reading[] readings = new Reading[rows.rows().size()];
        int place = 0;
        for (PlannedRow row : rows.rows()) {
            boolean pending = row.isPending();
            Reading reading = row.read(fields);
            readings[place++] = reading;
            this.known.put(row.metric(), reading);
            if (row.isPending() != pending) {
                this.readers.changePlan();
            }
        }
        return Readings.of(rows.metrics(), readings);
    }

    /** Reads each source of a row separately, in their order; returns nothing for a row that the plan does not have. */
    List<Reading> bySource(Metric metric, FieldBatch fields) {
        return this.rows.stream()
                .filter((row) -> row.metric() == metric)
                .flatMap((row) -> row.bySource(fields).stream())
                .toList();
    }

    /** Returns the field values that a round needs. */
    Stream<Probe.Field> fields(Set<Cadence> due) {
        return rowsOf(due).rows().stream().flatMap(PlannedRow::fields);
    }

    private Due rowsOf(Set<Cadence> due) {
        if (this.version != this.readers.planVersion()) {
            this.byCadence.clear();
            this.version = this.readers.planVersion();
        }
        Due known = this.byCadence.get(due);
        if (known == null) {
            List<PlannedRow> rows =
                    this.rows.stream().filter((row) -> row.isDue(due)).toList();
            List<Metric> metrics = rows.stream().map(PlannedRow::metric).toList();
            known = new Due(rows, metrics);
            this.byCadence.put(Set.copyOf(due), known);
        }
        return known;
    }
}
