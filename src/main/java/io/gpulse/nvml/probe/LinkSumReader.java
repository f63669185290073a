package io.gpulse.nvml.probe;

import io.gpulse.metric.LinkProbe;
import io.gpulse.metric.Metric;
import io.gpulse.metric.Reading;
import io.gpulse.metric.Reason;

/**
 * The sum of a row over all links of the GPU that are up, which were read before. The last counts of links that have
 * gone down are included, so that the sum does not fall and rise with them.
 */
final class LinkSumReader implements ProbeReader<LinkProbe.Sum> {

    @Override
    public boolean callsDriver() {
        return false;
    }

    /** Returns 1 for a link that is up; states above 1 are up as well, not several links. */
    private static int up(Reading state) {
        return state.numberOr(0) > 0 ? 1 : 0;
    }

    /** @return absent when one of the links does not have the row, or when none is up */
    @Override
    public Reading read(LinkProbe.Sum sum, RowContext row, FieldBatch fields) {
        if (row.known().links().isEmpty()) {
            return Reading.absent(Reason.NOT_SUPPORTED);
        }
        double total = 0;
        int links = 0;
        for (KnownReadings link : row.known().links()) {
            Reading reading = link.isOfLinkDown() ? link.lastCount(sum.row()) : link.of(sum.row());
            if (reading.number().isPresent()) {
                total += sum.row() == Metric.LINK_STATE ? up(reading) : reading.numberOr(0);
                links++;
            } else if (reading instanceof Reading.Absent absent && !link.isOfLinkDown()) {
                return Reading.absent(absent.reason());
            }
        }
        return links > 0 || sum.row() == Metric.LINK_STATE
                ? row.conversion().of(total)
                : Reading.absent(Reason.NOT_SUPPORTED);
    }
}
