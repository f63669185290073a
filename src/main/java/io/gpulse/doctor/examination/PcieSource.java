package io.gpulse.doctor.examination;

import io.gpulse.device.Gpu;
import io.gpulse.metric.Metric;
import io.gpulse.metric.Reading;
import io.gpulse.metric.Reason;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The reading of one source of PCIe throughput; its components are keys of the report.
 *
 * @param source a call with its arguments
 */
public record PcieSource(
        String metric,
        String source,
        @Nullable Double bytesPerSecond,
        @Nullable Reason absent) {

    static List<PcieSource> of(Gpu gpu) {
        return Stream.of(Metric.PCIE_RX, Metric.PCIE_TX)
                .flatMap((row) -> of(gpu, row))
                .toList();
    }

    /** Returns the source without its arguments. */
    public String getter() {
        return this.source.replaceAll("[\\[(].*", "");
    }

    private static Stream<PcieSource> of(Gpu gpu, Metric row) {
        List<Reading> readings = gpu.bySource(row);
        return IntStream.range(0, readings.size())
                .mapToObj((i) -> of(row.key(), row.spec().probes().get(i).source(), readings.get(i)));
    }

    private static PcieSource of(String metric, String source, Reading reading) {
        return reading instanceof Reading.Absent absent
                ? new PcieSource(metric, source, null, absent.reason())
                : new PcieSource(metric, source, reading.number().orElseThrow(), null);
    }
}
