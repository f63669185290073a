package io.gpulse.nvml.probe;

import io.gpulse.metric.Kind;
import io.gpulse.metric.Metric;
import io.gpulse.metric.MetricSpec;
import io.gpulse.metric.Reading;
import io.gpulse.metric.Reason;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/** The last readings of a GPU or of one of its links, by row. */
public final class KnownReadings {

    private static final Reading UNKNOWN = Reading.absent(Reason.NO_DATA);

    private final Map<Metric, Reading> byRow = new EnumMap<>(Metric.class);
    private final Map<Metric, Reading> lastCounts = new EnumMap<>(Metric.class);
    private final List<KnownReadings> links;

    /** @param links the last readings of each link of a GPU */
    public KnownReadings(List<KnownReadings> links) {
        this.links = List.copyOf(links);
    }

    public Reading of(Metric row) {
        return this.byRow.getOrDefault(row, UNKNOWN);
    }

    /** Returns whether a row was read and was absent for a temporary reason. */
    public boolean isPassinglyAbsent(Metric row) {
        return this.byRow.get(row) instanceof Reading.Absent absent
                && !absent.reason().isLasting();
    }

    public void put(Metric row, Reading reading) {
        Reading before = this.byRow.put(row, reading);
        if (reading instanceof Reading.Absent && before instanceof Reading.Quantity && isCount(row)) {
            this.lastCounts.put(row, before);
        }
    }

    /** Returns the value of a row that counts, the last one if it is absent now; otherwise the reading as it is. */
    Reading lastCount(Metric row) {
        Reading now = of(row);
        return isCount(row) && now instanceof Reading.Absent ? this.lastCounts.getOrDefault(row, UNKNOWN) : now;
    }

    private static boolean isCount(Metric row) {
        return row.spec().kind() == Kind.COUNTER;
    }

    /** Returns the highest possible value of a row; infinite where it is not known. */
    public double limit(MetricSpec spec) {
        return spec.limit().isEmpty()
                ? Double.POSITIVE_INFINITY
                : of(spec.limit().get()).numberOr(Double.POSITIVE_INFINITY);
    }

    List<KnownReadings> links() {
        return this.links;
    }

    /** Returns whether these are the readings of a link that is down, which has no others. */
    public boolean isOfLinkDown() {
        return this.byRow.get(Metric.LINK_STATE) instanceof Reading.State state && state.code() == 0;
    }
}
