package io.gpulse.prometheus;

import io.gpulse.device.GpuIdentity;
import io.gpulse.device.GpuSample;
import io.gpulse.device.GpuState;
import io.gpulse.device.HostParts;
import io.gpulse.device.HostSample;
import io.gpulse.device.MigSample;
import io.gpulse.device.Readings;
import io.gpulse.metric.Metric;
import io.prometheus.metrics.model.snapshots.Labels;
import java.util.Map;

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
                exposition.add(STATE, () -> labels.add("state", state.name()), state == gpu.state() ? 1 : 0);
            }
        }
        GpuIdentity identity = gpu.identity();
        if (identity != null) {
            exposition.addInfo(IDENTITY, () -> naming(labels, identity, gpu.readings()));
        }
        // A scrape is of now.
        if (identity != null && gpu.state() != GpuState.STALE) {
            exposition.add(gpu.readings(), () -> labels);
            gpu.known()
                    .links()
                    .forEach((link) ->
                            exposition.add(link.readings(), () -> labels.add("link", Integer.toString(link.link()))));
            gpu.known().mig().forEach((instance) -> exposition.add(instance.readings(), () -> of(instance, labels)));
        }
    }

    static void add(HostSample host, Exposition exposition) {
        exposition.add(host.readings(), () -> Labels.EMPTY);
        HostParts parts = host.parts();
        parts.cores().forEach((core) -> exposition.add(core.readings(), () -> Labels.of("core", core.name())));
        parts.disks().forEach((disk) -> exposition.add(disk.readings(), () -> Labels.of("disk", disk.name())));
        parts.networks()
                .forEach((network) -> exposition.add(network.readings(), () -> Labels.of("network", network.name())));
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

    private static Labels naming(Labels labels, GpuIdentity identity, Readings readings) {
        Labels named = labels.add("name", identity.name()).add("pci_bus_id", identity.pciBusId());
        for (Map.Entry<Metric, String> naming : NAMING.entrySet()) {
            String word = readings.word(naming.getKey()).orElse("");
            // An empty label equals no label.
            named = word.isEmpty() ? named : named.add(naming.getValue(), word);
        }
        return named;
    }
}
