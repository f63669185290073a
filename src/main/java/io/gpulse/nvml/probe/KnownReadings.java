package io.gpulse.nvml.probe;

import io.gpulse.metric.Kind;
import io.gpulse.metric.Metric;
import io.gpulse.metric.MetricSpec;
import io.gpulse.metric.Reading;
import io.gpulse.metric.Reason;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/** What was last read of a GPU or of one of its links, by row. */
public final class KnownReadings {

    private static final Reading UNKNOWN = Reading.absent(Reason.NO_DATA);

    private final Map<Metric, Reading> byRow = new EnumMap<>(Metric.class);
    private final Map<Metric, Reading> lastCounts = new EnumMap<>(Metric.class);
    private final List<KnownReadings> links;

    /** @param links of a GPU, what was last read of each of its links */
    public KnownReadings(List<KnownReadings> links) {
        this.links = List.copyOf(links);
    }

    public Reading of(Metric row) {
        return this.byRow.getOrDefault(row, UNKNOWN);
    }

    /** Whether a row was read, and was absent for a reason that may pass. */
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

    /** What a row that counts stands at, or stood at when it was last told; absent for a row that does not count. */
    Reading lastCount(Metric row) {
        Reading now = of(row);
        return isCount(row) && now instanceof Reading.Absent ? this.lastCounts.getOrDefault(row, UNKNOWN) : now;
    }

    private static boolean isCount(Metric row) {
        return row.spec().kind() == Kind.COUNTER;
    }

    /** The most that a row can be; infinite where that is not known. */
    public double limit(MetricSpec spec) {
        return spec.limit().isEmpty()
                ? Double.POSITIVE_INFINITY
                : of(spec.limit().get()).numberOr(Double.POSITIVE_INFINITY);
    }

    List<KnownReadings> links() {
        return this.links;
    }

    /** Whether this is of a link that is down, which has nothing else to tell. */
    public boolean isOfLinkDown() {
        return this.byRow.get(Metric.LINK_STATE) instanceof Reading.State state && state.code() == 0;
    }
}
