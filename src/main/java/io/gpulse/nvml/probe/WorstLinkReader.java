package io.gpulse.nvml.probe;

import io.gpulse.metric.LinkProbe;
import io.gpulse.metric.Reading;
import io.gpulse.metric.Reason;

/** The greatest value of a row among the links that are up, which were read before. */
final class WorstLinkReader implements ProbeReader<LinkProbe.Worst> {

    private static final Reading NOTHING = Reading.absent(Reason.NO_DATA);

    @Override
    public boolean callsDriver() {
        return false;
    }

    /** @return absent when the value of a link is not known; a link without a value is not the worst */
    @Override
    public Reading read(LinkProbe.Worst worst, RowContext row, FieldBatch fields) {
        Reading greatest = Reading.absent(Reason.NOT_SUPPORTED);
        for (KnownReadings link : row.known().links()) {
            Reading reading = link.isOfLinkDown() ? NOTHING : link.of(worst.row());
            if (reading instanceof Reading.Absent absent && !reading.equals(NOTHING)) {
                return Reading.absent(absent.reason());
            }
            greatest = reading.numberOr(-1) > greatest.numberOr(-1) || greatest instanceof Reading.Absent
                    ? reading
                    : greatest;
        }
        return greatest;
    }
}
