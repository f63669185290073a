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
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** The plan of a GPU: its links first, then its own rows, some of which sum over the links. */
final class GpuPlan {

    private final List<ReadPlan> links;
    private final ReadPlan gpu;
    private final DriverCalls calls;
    private final ProbeReaders readers;
    private final Map<Set<Cadence>, FieldBatch> batches = new HashMap<>();
    private int version;

    GpuPlan(int links, DriverCalls calls, ProbeReaders readers) {
        this.links = IntStream.range(0, links)
                .mapToObj((link) -> ReadPlan.ofLink(link, readers))
                .toList();
        this.gpu = ReadPlan.ofGpu(this.links, readers);
        this.calls = calls;
        this.readers = readers;
    }

    /** Reads the rows of these cadences. Blocks while the driver answers. */
    GpuReadings read(Set<Cadence> due) {
        FieldBatch fields = batch(due);
        List<LinkSample> samples = new ArrayList<>(this.links.size());
        for (ReadPlan link : this.links) {
            samples.add(new LinkSample(samples.size(), link.read(due, fields)));
        }
        Readings own = this.gpu.read(due, fields);
        return new GpuReadings(own, samples, List.of());
    }

    /** Reads each source of a row of the GPU separately. */
    List<Reading> bySource(Metric row) {
        return this.gpu.bySource(row, batch(Set.of(row.spec().cadence())));
    }

    /** Returns the field values of a round that reads the rows of these cadences; new ones after the plan changed. */
    private FieldBatch batch(Set<Cadence> due) {
        if (this.version != this.readers.planVersion()) {
            this.batches.clear();
            this.version = this.readers.planVersion();
        }
        FieldBatch known = this.batches.get(due);
        if (known == null) {
            known = prepare(due);
            this.batches.put(EnumSet.copyOf(due), known);
        }
        return known;
    }

    private FieldBatch prepare(Set<Cadence> due) {
        return new FieldBatch(
                Stream.concat(this.links.stream(), Stream.of(this.gpu))
                        .flatMap((plan) -> plan.fields(due))
                        .distinct()
                        .toList(),
                this.calls);
    }
}
