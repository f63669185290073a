package io.gpulse.device;

import io.gpulse.metric.Metric;
import io.gpulse.metric.Reading;
import io.gpulse.metric.Scope;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.function.BiConsumer;

/**
 * The readings of a GPU: its own rows, those of its links, the processes on it, and its MIG instances.
 *
 * @param links by number; empty where the GPU has none or they are not known
 * @param processes largest memory first; empty where there are none or they are not known, which the row that
 *     counts them distinguishes
 * @param mig by place; empty unless the GPU is split into instances and they are known
 */
public record GpuReadings(Readings own, List<LinkSample> links, List<ProcessSample> processes, List<MigSample> mig) {

    public static final GpuReadings NONE = of(Readings.NONE);

    public GpuReadings {
        links = List.copyOf(links);
        processes = List.copyOf(processes);
        mig = List.copyOf(mig);
    }

    /** Creates the readings of a GPU that is not split into MIG instances. */
    public GpuReadings(Readings own, List<LinkSample> links, List<ProcessSample> processes) {
        this(own, links, processes, List.of());
    }

    /** Returns the readings of a GPU without links and processes. */
    public static GpuReadings of(Readings own) {
        return new GpuReadings(own, List.of(), List.of());
    }

    /** Returns the same readings with other rows of the GPU's own. */
    public GpuReadings with(Readings other) {
        return new GpuReadings(other, this.links, this.processes, this.mig);
    }

    /** Returns the same readings with other processes. */
    public GpuReadings withProcesses(List<ProcessSample> others) {
        return new GpuReadings(this.own, this.links, others, this.mig);
    }

    /** Returns the same readings with other MIG instances. */
    public GpuReadings withInstances(List<MigSample> others) {
        return new GpuReadings(this.own, this.links, this.processes, others);
    }

    /** Returns these readings, renewed by newer ones. Processes and MIG instances are those of the newer ones. */
    public GpuReadings renewedBy(GpuReadings newer) {
        List<LinkSample> all = new ArrayList<>(this.links);
        newer.links.forEach((link) -> renew(all, link));
        List<MigSample> instances = newer.mig.stream()
                .map((instance) -> instance.renewing(this.mig))
                .toList();
        return new GpuReadings(this.own.renewedBy(newer.own), all, newer.processes, instances);
    }

    /** Inserts a link among others, which are in the order of their numbers. */
    private static void renew(List<LinkSample> links, LinkSample newer) {
        int place = 0;
        while (place < links.size() && links.get(place).link() < newer.link()) {
            place++;
        }
        if (place < links.size() && links.get(place).link() == newer.link()) {
            links.set(place, links.get(place).renewedBy(newer));
        } else {
            links.add(place, newer);
        }
    }

    /** Returns these readings with the same absence for each of the metrics, and without processes and instances. */
    public GpuReadings without(Collection<Metric> metrics, Reading absence) {
        Readings own = this.own.renewedBy(absentOf(Scope.GPU, metrics, absence));
        Readings ofLinks = absentOf(Scope.LINK, metrics, absence);
        List<LinkSample> all = this.links.stream()
                .map((link) -> link.renewedBy(new LinkSample(link.link(), ofLinks)))
                .toList();
        return new GpuReadings(own, all, List.of());
    }

    /** Visits the rows of the GPU, its links, processes and MIG instances whose value was left out as implausible. */
    public void forEachImplausible(BiConsumer<Metric, String> visitor) {
        this.own.forEachImplausible(visitor);
        for (LinkSample link : this.links) {
            link.readings().forEachImplausible(visitor);
        }
        for (ProcessSample process : this.processes) {
            process.readings().forEachImplausible(visitor);
        }
        for (MigSample instance : this.mig) {
            instance.readings().forEachImplausible(visitor);
        }
    }

    private static Readings absentOf(Scope scope, Collection<Metric> metrics, Reading absence) {
        return Readings.absent(
                metrics.stream()
                        .filter((metric) -> metric.spec().scope() == scope)
                        .toList(),
                absence);
    }
}
