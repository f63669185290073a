package io.gpulse.nvml.read;

import io.gpulse.device.GpuReadings;
import io.gpulse.device.LinkSample;
import io.gpulse.device.Readings;
import io.gpulse.metric.Cadence;
import io.gpulse.metric.Metric;
import io.gpulse.metric.Reading;
import io.gpulse.nvml.probe.DriverCalls;
import io.gpulse.nvml.probe.FieldBatch;
import io.gpulse.nvml.probe.ProbeReaders;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;

/** The plan of a GPU: its links first, then its own rows, some of which sum over the links. */
final class GpuPlan {

    private final List<ReadPlan> links;
    private final ReadPlan gpu;
    private final FieldBatches batches;

    GpuPlan(int links, DriverCalls calls, ProbeReaders readers) {
        this.links = IntStream.range(0, links)
                .mapToObj((link) -> ReadPlan.ofLink(link, readers))
                .toList();
        this.gpu = ReadPlan.ofGpu(this.links, readers);
        List<ReadPlan> all = new ArrayList<>(this.links);
        all.add(this.gpu);
        this.batches = new FieldBatches(calls, all, readers.version());
    }

    /** Reads the rows of these cadences. Blocks while the driver answers. */
    GpuReadings read(Set<Cadence> due) {
        FieldBatch fields = this.batches.of(due);
        List<LinkSample> samples = new ArrayList<>(this.links.size());
        for (ReadPlan link : this.links) {
            samples.add(new LinkSample(samples.size(), link.read(due, fields)));
        }
        Readings own = this.gpu.read(due, fields);
        return new GpuReadings(own, samples, List.of());
    }

    /** Reads each source of a row of the GPU separately. */
    List<Reading> bySource(Metric row) {
        return this.gpu.bySource(row, this.batches.of(Set.of(row.spec().cadence())));
    }
}
