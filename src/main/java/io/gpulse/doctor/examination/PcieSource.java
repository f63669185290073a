package io.gpulse.doctor.examination;

import io.gpulse.device.Gpu;
import io.gpulse.metric.Metric;
import io.gpulse.metric.Reading;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** The reading of one source of PCIe throughput. */
public record PcieSource(Metric row, String source, Reading reading) {

    public static final List<Metric> ROWS = List.of(Metric.PCIE_RX, Metric.PCIE_TX);

    static List<PcieSource> of(Gpu gpu) {
        return ROWS.stream().flatMap((row) -> of(gpu, row)).toList();
    }

    /** Returns the source without its arguments. */
    public String getter() {
        return this.source.replaceAll("[\\[(].*", "");
    }

    private static Stream<PcieSource> of(Gpu gpu, Metric row) {
        List<Reading> readings = gpu.bySource(row);
        return IntStream.range(0, readings.size())
                .mapToObj((i) -> new PcieSource(row, row.spec().probes().get(i).source(), readings.get(i)));
    }
}
