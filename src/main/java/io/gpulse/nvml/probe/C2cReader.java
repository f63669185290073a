package io.gpulse.nvml.probe;

import io.gpulse.metric.LinkProbe;
import io.gpulse.metric.Metric;
import io.gpulse.metric.MetricSpec;
import io.gpulse.metric.NvmlField;
import io.gpulse.metric.Probe;
import io.gpulse.metric.Reading;
import io.gpulse.metric.Reason;
import io.gpulse.metric.Scale;
import io.gpulse.metric.Scope;
import io.gpulse.metric.UnitConversion;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * The reader of figures of all C2C links of a GPU, whose number is a row of it. One call per round reads the fields of
 * all links; a GPU without links makes none.
 */
final class C2cReader implements ProbeReader<LinkProbe.OverC2c> {

    private static final Reading ACTIVE = new Reading.Quantity(1);
    private static final Probe.Field STATUS = Probe.fieldOfLink(NvmlField.C2C_LINK_GET_STATUS);
    private static final UnitConversion TO_STATUS = new UnitConversion(Metric.C2C_LINKS_UP.spec(), Scale.ONE);

    private static final List<Probe.Field> FIELDS = Metric.of(Scope.GPU).stream()
            .flatMap((metric) -> metric.spec().probes().stream())
            .filter(LinkProbe.OverC2c.class::isInstance)
            .map((probe) -> ((LinkProbe.OverC2c) probe).field())
            .toList();

    private final DriverCalls calls;
    private final FieldReader reader;
    private @Nullable FieldBatch batch;
    private int links;

    C2cReader(DriverCalls calls, FieldReader reader) {
        this.calls = calls;
        this.reader = reader;
    }

    /** @return absent when the figure of a link is, and when only active links have one but none is active */
    @Override
    public Reading read(LinkProbe.OverC2c probe, RowContext row, FieldBatch ofRound) {
        Reading count = row.known().of(Metric.C2C_LINKS);
        if (count instanceof Reading.Absent) {
            return count;
        }
        FieldBatch fields = batch((int) count.numberOr(0));
        List<Reading> figures = IntStream.range(0, this.links)
                .boxed()
                .flatMap((link) -> figure(probe, link, row, fields).stream())
                .toList();
        return figures.stream()
                .filter(Reading.Absent.class::isInstance)
                .findFirst()
                .orElseGet(
                        () -> summary(probe.summary(), figures, row.conversion().spec()));
    }

    /** Returns the figure of a link; empty where it is inactive and only active links have one. */
    private Optional<Reading> figure(LinkProbe.OverC2c probe, int link, RowContext row, FieldBatch fields) {
        Reading status = probe.summary().isOfActiveLinks() ? status(link, row, fields) : ACTIVE;
        if (status instanceof Reading.Absent) {
            return Optional.of(status);
        }
        if (!status.equals(ACTIVE)) {
            return Optional.empty();
        }
        return Optional.of(
                probe.field().equals(STATUS)
                        ? status(link, row, fields)
                        : this.reader.read(probe.field().ofLink(link), row, fields));
    }

    /** Returns 1 for an active link and 0 for an inactive one; a code that is neither is implausible. */
    private Reading status(int link, RowContext row, FieldBatch fields) {
        Reading status = this.reader.read(STATUS.ofLink(link), new RowContext(TO_STATUS, row.known()), fields);
        return status.convert((code) -> code > 1 ? Reading.implausible(Long.toString((long) code)) : status);
    }

    private static Reading summary(LinkProbe.OverC2c.Summary summary, List<Reading> figures, MetricSpec spec) {
        if (figures.isEmpty()) {
            return Reading.absent(Reason.NO_DATA);
        }
        if (summary == LinkProbe.OverC2c.Summary.GREATEST_OF_ACTIVE) {
            return Collections.max(figures, Comparator.comparingDouble((figure) -> figure.numberOr(0)));
        }
        double sum =
                figures.stream().mapToDouble((figure) -> figure.numberOr(0)).sum();
        return new UnitConversion(spec, Scale.ONE).of(sum);
    }

    /** Returns the fields of all links; prepares them again when the number of links has changed. */
    private FieldBatch batch(int count) {
        FieldBatch known = this.batch;
        if (known == null || count != this.links) {
            List<Probe.Field> fields = IntStream.range(0, count)
                    .boxed()
                    .flatMap((link) -> FIELDS.stream().map((field) -> field.ofLink(link)))
                    .toList();
            known = new FieldBatch(fields, this.calls);
            this.batch = known;
            this.links = count;
        }
        return known;
    }
}
