package io.gpulse.recording;

import io.gpulse.device.GpuReadResult;
import io.gpulse.device.GpuReadings;
import io.gpulse.device.Readings;
import io.gpulse.metric.Metric;
import io.gpulse.metric.Reading;
import java.util.EnumMap;
import java.util.Map;

/** A round with redacted values, as in a recording. */
final class RedactedRound {

    private RedactedRound() {}

    /** @param number of the GPU, from 1 on */
    static GpuReadResult of(GpuReadResult result, int number) {
        Map<Metric, Reading> replaced = new EnumMap<>(Metric.class);
        replace(result, replaced, Metric.UUID, "GPU-00000000-0000-0000-0000-00000000000" + number);
        replace(result, replaced, Metric.SERIAL, "000000000000" + number);
        replace(result, replaced, Metric.BOARD_PART_NUMBER, "000000000000000001");
        replace(result, replaced, Metric.PCI_BUS_ID, "00000000:0" + number + ":00.0");
        replace(result, replaced, Metric.PCI_BUS, "0x0" + number);
        GpuReadings known = result.known();
        return new GpuReadResult(
                result.verdict(),
                new GpuReadings(known.own().renewedBy(Readings.of(replaced)), known.links(), known.processes()),
                result.detail());
    }

    private static void replace(GpuReadResult result, Map<Metric, Reading> replaced, Metric metric, String text) {
        if (result.readings().of(metric).orElse(null) instanceof Reading.Text) {
            replaced.put(metric, new Reading.Text(text));
        }
    }
}
