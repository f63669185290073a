package io.gpulse.nvml.probe;

import io.gpulse.metric.LinkProbe;
import io.gpulse.metric.Metric;
import io.gpulse.metric.Reading;
import io.gpulse.metric.Reason;
import java.util.List;

/** The readers of rows that are computed from others, which were read before. */
final class ComputedRows {

    private static final Reading NOTHING = Reading.absent(Reason.NO_DATA);

    private static final double EIGHT_OF_TEN = 8.0 / 10;
    private static final double NEARLY_ALL = 128.0 / 130;
    private static final double FLITS = 242.0 / 256;

    /** Transfers per second of a lane, less the overhead of the encoding, by generation from 1 on. */
    private static final List<Double> BITS_PER_SECOND = List.of(
            2.5e9 * EIGHT_OF_TEN,
            5e9 * EIGHT_OF_TEN,
            8e9 * NEARLY_ALL,
            16e9 * NEARLY_ALL,
            32e9 * NEARLY_ALL,
            64e9 * FLITS,
            128e9 * FLITS);

    private ComputedRows() {}

    /**
     * Returns the sum of a row over all links that are up. The last counts of links that have gone down are included,
     * so that the sum does not fall and rise with them.
     *
     * @return absent when one of the links does not have the row, or when none is up
     */
    static Reading sum(LinkProbe.Sum sum, RowContext row, FieldBatch fields) {
        if (row.known().links().isEmpty()) {
            return Reading.absent(Reason.NOT_SUPPORTED);
        }
        double total = 0;
        int links = 0;
        for (KnownReadings link : row.known().links()) {
            Reading reading = link.isOfLinkDown() ? link.lastCount(sum.row()) : link.of(sum.row());
            double number = reading.numberOr(Double.NaN);
            if (!Double.isNaN(number)) {
                total += sum.row() == Metric.LINK_STATE ? up(reading) : number;
                links++;
            } else if (reading instanceof Reading.Absent absent && !link.isOfLinkDown()) {
                return Reading.absent(absent.reason());
            }
        }
        return links > 0 ? row.conversion().of(total) : Reading.absent(Reason.NOT_SUPPORTED);
    }

    /** Returns 1 for a link that is up; states above 1 are up as well, not several links. */
    private static int up(Reading state) {
        return state.numberOr(0) > 0 ? 1 : 0;
    }

    /**
     * Returns the greatest value of a row among the links that are up.
     *
     * @return absent when the value of a link is not known; a link without a value is not the worst
     */
    static Reading worst(LinkProbe.Worst worst, RowContext row, FieldBatch fields) {
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

    /** Returns the bandwidth of a PCIe link of a generation with a number of lanes. */
    static Reading pcieBandwidth(LinkProbe.PcieBandwidth bandwidth, RowContext row, FieldBatch fields) {
        Reading generation = row.known().of(bandwidth.generation());
        Reading lanes = row.known().of(bandwidth.lanes());
        if (generation instanceof Reading.Absent || lanes instanceof Reading.Absent) {
            return generation instanceof Reading.Absent ? generation : lanes;
        }
        int place = (int) generation.numberOr(0) - 1;
        return place >= 0 && place < BITS_PER_SECOND.size()
                ? row.conversion().of(BITS_PER_SECOND.get(place) / Byte.SIZE * lanes.numberOr(0))
                : Reading.absent(Reason.NO_DATA);
    }
}
