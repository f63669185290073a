package io.gpulse.prometheus;

import io.gpulse.device.GpuIdentity;
import io.gpulse.device.GpuSample;
import io.gpulse.device.GpuState;
import io.gpulse.device.HostParts;
import io.gpulse.device.HostSample;
import io.gpulse.device.MigSample;
import io.gpulse.device.Readings;
import io.gpulse.metric.Metric;
import io.gpulse.metric.MetricSpec;
import io.gpulse.metric.Reading;
import io.prometheus.metrics.model.snapshots.Labels;
import java.util.Map;
import java.util.OptionalDouble;

/** The series of GPUs and of the machine. Absent values have no series. */
final class DeviceSeries {

    static final Family STATE =
            Family.gauge("gpulse_gpu_state", "State of the GPU: 1 for the current state, 0 for the others.");

    static final Family IDENTITY = Family.info(
            "gpulse_gpu", "Identity of the GPU, as far as known; a GPU that does not respond has fewer labels.");

    /** Words that identify a GPU, and their labels. They are constant while the driver is loaded. */
    private static final Map<Metric, String> NAMING = Map.of(
            Metric.SERIAL, "serial",
            Metric.VBIOS_VERSION, "vbios_version",
            Metric.COMPUTE_CAP, "compute_cap",
            Metric.GPU_ARCHITECTURE, "architecture");

    private DeviceSeries() {}

    static void add(GpuSample gpu, Exposition exposition) {
        Labels labels = labels(gpu);
        for (GpuState state : GpuState.values()) {
            if (state == gpu.state() || state == GpuState.OK || !exposition.isCore()) {
                exposition.add(STATE, labels.add("state", state.name()), state == gpu.state() ? 1 : 0);
            }
        }
        GpuIdentity identity = gpu.identity();
        if (identity != null) {
            exposition.addInfo(
                    IDENTITY,
                    naming(labels.add("name", identity.name()).add("pci_bus_id", identity.pciBusId()), gpu.readings()));
        }
        // A scrape is of now.
        if (identity != null && gpu.state() != GpuState.STALE) {
            add(gpu.readings(), labels, exposition);
            gpu.known()
                    .links()
                    .forEach((link) ->
                            add(link.readings(), labels.add("link", Integer.toString(link.link())), exposition));
            gpu.known().mig().forEach((instance) -> add(instance.readings(), of(instance, labels), exposition));
        }
    }

    static void add(HostSample host, Exposition exposition) {
        add(host.readings(), Labels.EMPTY, exposition);
        HostParts parts = host.parts();
        parts.cores().forEach((core) -> add(core.readings(), Labels.of("core", core.name()), exposition));
        parts.disks().forEach((disk) -> add(disk.readings(), Labels.of("disk", disk.name()), exposition));
        parts.networks()
                .forEach((network) -> add(network.readings(), Labels.of("network", network.name()), exposition));
    }

    static void add(Readings readings, Labels labels, Exposition exposition) {
        readings.forEach((metric, reading) -> Family.of(metric)
                .ifPresent((family) ->
                        number(metric.spec(), reading).ifPresent((value) -> exposition.add(family, labels, value))));
    }

    private static Labels labels(GpuSample gpu) {
        Labels index = Labels.of("gpu", Integer.toString(gpu.index()));
        GpuIdentity identity = gpu.identity();
        return identity == null ? index : index.add("uuid", identity.uuid());
    }

    private static Labels of(MigSample instance, Labels gpu) {
        Labels labels = gpu.add("mig", instance.uuid())
                .add("gpu_instance", Integer.toString(instance.place().gpuInstance()))
                .add("compute_instance", Integer.toString(instance.place().computeInstance()));
        String profile = instance.profile();
        return profile == null ? labels : labels.add("profile", profile);
    }

    private static Labels naming(Labels labels, Readings readings) {
        Labels named = labels;
        for (Map.Entry<Metric, String> naming : NAMING.entrySet()) {
            String word = readings.word(naming.getKey()).orElse("");
            // An empty label equals no label.
            named = word.isEmpty() ? named : named.add(naming.getValue(), word);
        }
        return named;
    }

    private static OptionalDouble number(MetricSpec spec, Reading reading) {
        OptionalDouble number = reading.number();
        return number.isEmpty() ? number : OptionalDouble.of(spec.unit().toBase(number.getAsDouble()));
    }
}
