package io.gpulse.nvml.probe;

import io.gpulse.metric.Probe;
import io.gpulse.metric.Reading;
import io.gpulse.metric.Reason;
import java.util.OptionalDouble;

/** Works out what a PCIe link carries from its generation and its lanes, which were read before. */
final class PcieBandwidthReader implements ProbeReader<Probe.PcieBandwidth> {

    @Override
    public boolean asksDriver() {
        return false;
    }

    @Override
    public Reading read(Probe.PcieBandwidth bandwidth, RowContext row, FieldBatch fields) {
        Reading generation = row.known().of(bandwidth.generation());
        Reading lanes = row.known().of(bandwidth.lanes());
        if (generation instanceof Reading.Absent || lanes instanceof Reading.Absent) {
            return generation instanceof Reading.Absent ? generation : lanes;
        }
        OptionalDouble perLane =
                PcieGeneration.bytesPerSecond(generation.number().orElse(0));
        return perLane.isPresent()
                ? row.conversion().of(perLane.getAsDouble() * lanes.number().orElse(0))
                : Reading.absent(Reason.NO_DATA);
    }
}
