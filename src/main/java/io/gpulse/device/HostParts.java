package io.gpulse.device;

import io.gpulse.metric.Metric;
import io.gpulse.metric.PrintableText;
import io.gpulse.metric.Reading;
import io.gpulse.metric.Scope;
import java.util.List;

/**
 * The parts of the machine.
 *
 * @param cores by number; those of offline processors are left out
 * @param disks in the kernel's order
 * @param networks in the kernel's order
 * @param gpus addresses on the PCI bus, without the domain: {@code 1b:00.0}; empty where they are not known
 */
public record HostParts(List<PartSample> cores, List<PartSample> disks, List<PartSample> networks, List<String> gpus) {

    /**
     * A part of the machine at one moment: a logical processor, a physical disk, or a network interface.
     *
     * @param name the kernel's: of a processor its number, from 0
     */
    public record PartSample(String name, Readings readings) {

        public PartSample {
            name = PrintableText.of(name);
        }
    }

    public static final HostParts NONE = new HostParts(List.of(), List.of(), List.of(), List.of());

    public HostParts {
        cores = List.copyOf(cores);
        disks = List.copyOf(disks);
        networks = List.copyOf(networks);
        gpus = List.copyOf(gpus);
    }

    /** Returns the same parts, each with absent readings. */
    HostParts absent(Reading absence) {
        return new HostParts(
                absent(this.cores, Scope.CORE, absence),
                absent(this.disks, Scope.DISK, absence),
                absent(this.networks, Scope.NETWORK, absence),
                List.of());
    }

    private static List<PartSample> absent(List<PartSample> parts, Scope scope, Reading absence) {
        Readings readings = Readings.absent(Metric.of(scope), absence);
        return parts.stream()
                .map((part) -> new PartSample(part.name(), readings))
                .toList();
    }
}
