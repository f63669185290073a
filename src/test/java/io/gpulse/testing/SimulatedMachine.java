package io.gpulse.testing;

import static io.gpulse.testing.SeriesText.labels;

import io.gpulse.testing.SeriesText.Times;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.function.IntToDoubleFunction;
import java.util.stream.IntStream;

/**
 * A machine of a {@link SimulatedFleet}, which exists only as series.
 *
 * @param instance the label of its series
 * @param host its name
 * @param times of its samples
 * @param more whether it has series that only some machines have: users, an alert, and a second job
 */
public record SimulatedMachine(
        String instance, String host, Exporter exporter, List<Gpu> gpus, Times times, boolean more) {

    /** A name with everything that the text of series escapes. */
    static final String ODD_NAME = "NVIDIA \"H100\" \\ 80GB\nHBM3";

    static final String ODD_USER = "LAB\\\"ann\"";
    private static final String NAME = "NVIDIA H100 80GB HBM3";
    private static final String DRIVER = "580.95.05";
    private static final double MIB = 1 << 20;
    private static final double TOTAL = 81_559;

    /** A program that exports series of GPUs. */
    public enum Exporter {
        GPULSE("gpulse", "gpulse", 8080),
        /** Without {@code gpulse_gpu_class}. */
        GPULSE_WITHOUT_CLASS("gpulse", "gpulse", 8080),
        /** The names until release 4.8. */
        DCGM("dcgm", "dcgm-exporter", 9400),
        DCGM_4_9("dcgm", "dcgm-exporter", 9400),
        NVIDIA_SMI("nvidia_smi", "nvidia_gpu_exporter", 9835);

        private final String key;
        private final String label;
        final int port;

        Exporter(String key, String label, int port) {
            this.key = key;
            this.label = label;
            this.port = port;
        }

        public String label() {
            return this.label;
        }

        boolean reportsClass() {
            return this == GPULSE;
        }
    }

    /** The use of a GPU, in the order of the classes. */
    public enum Use {
        UNKNOWN("UNKNOWN"),
        TROUBLE("TROUBLE"),
        HELD_IDLE("HELD_IDLE"),
        RESERVED("RESERVED"),
        FREE("FREE"),
        WORKING("WORKING"),
        /** Held; used every ten minutes. */
        RESTING("WORKING"),
        /** Free, of a machine whose series began a moment ago. */
        NEW("WORKING"),
        /** Divided: the utilization is that of its instances. */
        DIVIDED("UNKNOWN");

        private final String label;

        Use(String label) {
            this.label = label;
        }

        /** Returns the class that gpulse must derive. */
        public String label() {
            return this.label;
        }

        private boolean isHeld() {
            return this != FREE && this != RESERVED && this != NEW;
        }

        /** Returns the utilization by the number of the sample, from 0 to 1. */
        private IntToDoubleFunction utilization() {
            return switch (this) {
                case UNKNOWN, DIVIDED -> (sample) -> Double.NaN;
                case WORKING, TROUBLE -> (sample) -> 0.5 + sample % 5 / 10.0;
                case RESTING -> (sample) -> sample % 5 == 0 ? 0.8 : 0;
                case HELD_IDLE -> (sample) -> 0.01;
                case RESERVED, FREE, NEW -> (sample) -> 0;
            };
        }
    }

    public record Gpu(int index, String uuid, Use use) {

        /** Returns a number from 0 to 999 by which values of GPUs differ. */
        private int spread() {
            return Math.floorMod(this.uuid.hashCode(), 1000);
        }

        /** In MiB. */
        private double memory() {
            return (this.use.isHeld() ? TOTAL / 2 : 4) + spread();
        }

        /** By the number of the sample, in W. */
        private IntToDoubleFunction power() {
            return (sample) -> 300 + sample + spread() / 10.0;
        }

        /** In degrees Celsius. */
        private double temperature() {
            return 40 + spread() % 40;
        }
    }

    /** Returns the id of the machine in the answer of gpulse. */
    public String id() {
        return this.exporter.key + "/" + this.instance;
    }

    /** Returns the same machine, with GPUs of other uses. */
    SimulatedMachine using(List<Use> uses) {
        List<Gpu> others = IntStream.range(0, uses.size())
                .mapToObj((index) -> new Gpu(index, this.gpus.get(index).uuid, uses.get(index)))
                .toList();
        return new SimulatedMachine(this.instance, this.host, this.exporter, others, this.times, this.more);
    }

    void write(SeriesText out) throws IOException {
        Map<String, String> target = Map.of("instance", this.instance, "job", this.exporter.label);
        switch (this.exporter) {
            case GPULSE, GPULSE_WITHOUT_CLASS -> {
                writeGpulse(out, target);
                if (this.more) {
                    writeMore(out, target);
                    writeGpulse(out, Map.of("instance", this.instance, "job", "second"));
                }
            }
            case DCGM -> writeOldDcgm(out, target);
            case DCGM_4_9 -> writeNewDcgm(out, target);
            case NVIDIA_SMI -> writeNvidiaSmi(out, target);
        }
    }

    private void put(SeriesText out, String name, Map<String, String> labels, double value) throws IOException {
        out.write(name, labels, this.times, (sample) -> value);
    }

    private void writeGpulse(SeriesText out, Map<String, String> target) throws IOException {
        put(out, "gpulse_up", target, 1);
        put(out, "gpulse_snapshot_age_seconds", target, 0.5);
        put(out, "gpulse_build_info", labels(target, "version", "0.1.0"), 1);
        Map<String, String> source = labels(target, "driver_version", DRIVER, "host", this.host);
        put(out, "gpulse_source_info", labels(source, "kind", "NVML", "simulated", "false"), 1);
        for (Gpu gpu : this.gpus) {
            Map<String, String> labels = labels(target, "gpu", String.valueOf(gpu.index), "uuid", gpu.uuid);
            String name = this.more ? ODD_NAME : NAME;
            put(out, "gpulse_gpu_info", labels(labels, "name", name, "architecture", "Hopper"), 1);
            String state = gpu.use == Use.TROUBLE ? "LOST" : "OK";
            put(out, "gpulse_gpu_state", labels(labels, "state", state), 1);
            if (this.exporter.reportsClass()) {
                put(out, "gpulse_gpu_class", labels, Use.valueOf(gpu.use.label).ordinal());
            }
            double processes = gpu.use == Use.UNKNOWN ? Double.NaN : gpu.use.isHeld() ? 1 : 0;
            put(out, "gpulse_gpu_processes_running", labels, processes);
            out.write("gpulse_gpu_utilization_ratio", labels, this.times, gpu.use.utilization());
            put(out, "gpulse_gpu_memory_total_bytes", labels, TOTAL * MIB);
            put(out, "gpulse_gpu_memory_used_bytes", labels, gpu.memory() * MIB);
            put(out, "gpulse_gpu_memory_free_bytes", labels, (TOTAL - gpu.memory()) * MIB);
            out.write("gpulse_gpu_power_draw_watts", labels, this.times, gpu.power());
            put(out, "gpulse_gpu_temperature_celsius", labels, gpu.temperature());
        }
    }

    private void writeMore(SeriesText out, Map<String, String> target) throws IOException {
        Map<String, String> first = labels(target, "gpu", "0", "uuid", this.gpus.get(0).uuid);
        put(out, "gpulse_gpu_held_bytes", labels(first, "user", ODD_USER, "job_id", "4711"), 40_000 * MIB);
        put(out, "gpulse_insight_active", labels(first, "rule", "hot-gpu", "severity", "warning"), 1);
        put(out, "gpulse_insight_active", labels(target, "rule", "some-hint", "severity", "info"), 1);
    }

    private static Map<String, String> dcgm(Map<String, String> target, Gpu gpu) {
        String index = String.valueOf(gpu.index);
        return labels(target, "gpu", index, "UUID", gpu.uuid, "device", "nvidia" + index, "modelName", NAME);
    }

    private void writeOldDcgm(SeriesText out, Map<String, String> target) throws IOException {
        for (Gpu gpu : this.gpus) {
            Map<String, String> labels =
                    labels(dcgm(target, gpu), "Hostname", this.host, "DCGM_FI_DRIVER_VERSION", DRIVER);
            IntToDoubleFunction ratio = gpu.use.utilization();
            if (gpu.use == Use.DIVIDED) {
                for (String id : List.of("7", "8")) {
                    Map<String, String> part = labels(labels, "GPU_I_PROFILE", "1g.10gb", "GPU_I_ID", id);
                    put(out, "DCGM_FI_DEV_GPU_UTIL", part, 90);
                    put(out, "DCGM_FI_DEV_FB_USED", part, 1);
                }
            } else if (gpu.use != Use.UNKNOWN) {
                out.write("DCGM_FI_DEV_GPU_UTIL", labels, this.times, (s) -> Math.round(ratio.applyAsDouble(s) * 100));
            }
            put(out, "DCGM_FI_DEV_FB_USED", labels, gpu.memory());
            put(out, "DCGM_FI_DEV_FB_FREE", labels, TOTAL - gpu.memory());
            out.write("DCGM_FI_DEV_POWER_USAGE", labels, this.times, gpu.power());
            put(out, "DCGM_FI_DEV_GPU_TEMP", labels, gpu.temperature());
            put(out, "DCGM_FI_DEV_XID_ERRORS", labels, gpu.use == Use.TROUBLE ? 79 : 0);
            put(out, "DCGM_FI_DEV_ROW_REMAP_FAILURE", labels, 0);
        }
    }

    private void writeNewDcgm(SeriesText out, Map<String, String> target) throws IOException {
        for (Gpu gpu : this.gpus) {
            Map<String, String> labels =
                    labels(dcgm(target, gpu), "hostname", this.host, "DCGM_FI_SYSTEM_DRIVER_VERSION", DRIVER);
            out.write("DCGM_FI_DEV_GPU_UTIL_RATIO", labels, this.times, gpu.use.utilization());
            put(out, "DCGM_FI_DEV_FB_USED_BYTES", labels, gpu.memory() * MIB);
            put(out, "DCGM_FI_DEV_FB_FREE_BYTES", labels, (TOTAL - gpu.memory()) * MIB);
            put(out, "DCGM_FI_DEV_FB_CAPACITY_BYTES", labels, TOTAL * MIB);
            out.write("DCGM_FI_DEV_BOARD_POWER_WATTS", labels, this.times, gpu.power());
            put(out, "DCGM_FI_DEV_GPU_TEMP_CELSIUS", labels, gpu.temperature());
            put(out, "DCGM_FI_DEV_XID_ERROR", labels, 0);
            put(out, "DCGM_FI_DEV_ROW_REMAP_FAILED", labels, gpu.use == Use.TROUBLE ? 1 : 0);
        }
    }

    private void writeNvidiaSmi(SeriesText out, Map<String, String> target) throws IOException {
        for (Gpu gpu : this.gpus) {
            Map<String, String> labels = labels(target, "uuid", gpu.uuid.replaceFirst("GPU-", ""));
            String index = String.valueOf(gpu.index);
            put(out, "nvidia_smi_gpu_info", labels(labels, "name", NAME, "index", index, "driver_version", DRIVER), 1);
            out.write("nvidia_smi_utilization_gpu_ratio", labels, this.times, gpu.use.utilization());
            put(out, "nvidia_smi_memory_used_bytes", labels, gpu.memory() * MIB);
            put(out, "nvidia_smi_memory_free_bytes", labels, (TOTAL - gpu.memory()) * MIB);
            put(out, "nvidia_smi_memory_total_bytes", labels, TOTAL * MIB);
            out.write("nvidia_smi_power_draw_watts", labels, this.times, gpu.power());
            put(out, "nvidia_smi_temperature_gpu", labels, gpu.temperature());
            put(out, "nvidia_smi_gpu_recovery_action", labels, gpu.use == Use.TROUBLE ? 1 : 0);
        }
    }
}
