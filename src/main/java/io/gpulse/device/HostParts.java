package io.gpulse.device;

import io.gpulse.metric.Metric;
import io.gpulse.metric.Reading;
import io.gpulse.metric.Scope;
import java.util.List;

/**
 * The parts of the machine.
 *
 * @param cores by number
 * @param disks in the kernel's order
 * @param networks in the kernel's order
 */
public record HostParts(List<CoreSample> cores, List<DiskSample> disks, List<NetworkSample> networks) {

    public static final HostParts NONE = new HostParts(List.of(), List.of(), List.of());

    public HostParts {
        cores = List.copyOf(cores);
        disks = List.copyOf(disks);
        networks = List.copyOf(networks);
    }

    /** Returns the same parts, each with absent readings. */
    HostParts absent(Reading absence) {
        Readings ofCores = Readings.absent(Metric.of(Scope.CORE), absence);
        Readings ofDisks = Readings.absent(Metric.of(Scope.DISK), absence);
        Readings ofNetworks = Readings.absent(Metric.of(Scope.NETWORK), absence);
        return new HostParts(
                this.cores.stream()
                        .map((part) -> new CoreSample(part.core(), ofCores))
                        .toList(),
                this.disks.stream()
                        .map((part) -> new DiskSample(part.disk(), ofDisks))
                        .toList(),
                this.networks.stream()
                        .map((part) -> new NetworkSample(part.network(), ofNetworks))
                        .toList());
    }
}
