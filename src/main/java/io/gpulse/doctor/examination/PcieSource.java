package io.gpulse.doctor.examination;

import io.gpulse.device.Gpu;
import io.gpulse.metric.Metric;
import io.gpulse.metric.Reading;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** What one of the sources of PCIe throughput says by itself. */
public record PcieSource(Metric row, String source, Reading reading) {

    public static final List<Metric> ROWS = List.of(Metric.PCIE_RX, Metric.PCIE_TX);

    static List<PcieSource> of(Gpu gpu) {
        return ROWS.stream().flatMap((row) -> of(gpu, row)).toList();
    }

    /** The source without what it is asked for. */
    public String getter() {
        return this.source.replaceAll("[\\[(].*", "");
    }

    private static Stream<PcieSource> of(Gpu gpu, Metric row) {
        List<Reading> said = gpu.bySource(row);
        return IntStream.range(0, said.size())
                .mapToObj((i) -> new PcieSource(row, row.spec().probes().get(i).source(), said.get(i)));
    }
}
