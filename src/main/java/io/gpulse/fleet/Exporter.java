package io.gpulse.fleet;

import java.util.Map;

/** A program whose series an engine has. Of a GPU with series of several the first is used. */
enum Exporter {
    GPULSE("gpulse"),
    DCGM("dcgm-exporter"),
    NVIDIA_SMI("nvidia_gpu_exporter");

    private static final String UUID_OF_DCGM = "UUID";

    private final String label;

    Exporter(String label) {
        this.label = label;
    }

    String label() {
        return this.label;
    }

    /** Returns the exporter of a series: each names the GPU by labels of its own. */
    static Exporter of(Map<String, String> labels) {
        if (labels.containsKey(UUID_OF_DCGM)) {
            return DCGM;
        }
        return labels.containsKey("uuid") && !labels.containsKey("gpu") ? NVIDIA_SMI : GPULSE;
    }

    /** Returns the UUID as the driver prints it; empty for none. */
    String uuid(Map<String, String> labels) {
        String uuid = labels.getOrDefault(this == DCGM ? UUID_OF_DCGM : "uuid", "");
        return this == NVIDIA_SMI && !uuid.isEmpty() ? "GPU-" + uuid : uuid;
    }
}
