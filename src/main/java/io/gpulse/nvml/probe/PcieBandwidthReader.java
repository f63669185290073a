package io.gpulse.nvml.probe;

import io.gpulse.metric.Probe;
import io.gpulse.metric.Reading;
import io.gpulse.metric.Reason;
import java.util.List;

/** The bandwidth of a PCIe link, computed from its generation and its lanes, which were read before. */
final class PcieBandwidthReader implements ProbeReader<Probe.PcieBandwidth> {

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

    @Override
    public boolean callsDriver() {
        return false;
    }

    @Override
    public Reading read(Probe.PcieBandwidth bandwidth, RowContext row, FieldBatch fields) {
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
