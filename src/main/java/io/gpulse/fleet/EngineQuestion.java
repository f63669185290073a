package io.gpulse.fleet;

import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The questions to an engine, each one request for all machines. The engine drops all labels that are not needed. */
enum EngineQuestion {
    /** Seconds since the latest sample of each machine. */
    AGE(each(
            "time() - max by (cluster, instance) (timestamp(%s))",
            "gpulse_up", "DCGM_FI_DEV_GPU_TEMP", "DCGM_FI_DEV_GPU_TEMP_CELSIUS", "nvidia_smi_gpu_info")),
    /** The latest values. */
    NOW("""
            max by (__name__, cluster, instance, gpu, uuid, UUID, GPU_I_ID, name, modelName, index, host, Hostname,
            hostname, node, version, simulated, driver_version, DCGM_FI_DRIVER_VERSION,
            DCGM_FI_SYSTEM_DRIVER_VERSION, user, job_id, pod_uid, exported_pod, hpc_job)
            ({__name__=~"gpulse_(gpu|source|build)_info|gpulse_snapshot_age_seconds|gpulse_gpu_held_bytes|\
            nvidia_smi_gpu_info|%s"})""".formatted(Figure.names())),
    /** The places of the classes of GPUs; of several gpulses of a machine the first class. */
    CLASS("min by (cluster, instance, gpu, uuid) (gpulse_gpu_class)"),
    /** States of GPUs, and active alerts. */
    FLAGS("max by (cluster, instance, gpu, uuid, state, rule, severity)"
            + " ({__name__=~\"gpulse_gpu_state|gpulse_insight_active\"} == 1)"),
    /** The highest utilization in a quarter of an hour, in percent, of GPUs that were there at its beginning. */
    HIGHEST(Figure.UTILIZATION.each(
            "max by (cluster, instance, gpu, uuid, UUID) (max_over_time(%1$s[15m]) * %2$s and %1$s offset 15m)")),
    /** The machines and GPUs of a day, and when each was last seen, in seconds since 1970, to five minutes. */
    DAY(each(
            "max by (cluster, instance, gpu, uuid, UUID, name, modelName, index, host, Hostname, hostname, node,"
                    + " simulated) (max_over_time(timestamp(%s)[1d:5m]))",
            "gpulse_source_info",
            "gpulse_gpu_info",
            "DCGM_FI_DEV_GPU_TEMP",
            "DCGM_FI_DEV_GPU_TEMP_CELSIUS",
            "nvidia_smi_gpu_info")),
    /** Seconds of GPUs by occupancy in a day. */
    OCCUPANCY("sum by (state) (max by (uuid, state) (increase(gpulse_gpu_seconds_total[1d])))");

    static final List<EngineQuestion> OFTEN = List.of(AGE, NOW, CLASS, FLAGS, HIGHEST);
    static final List<EngineQuestion> ALL = List.of(values());

    private final String expression;

    EngineQuestion(String expression) {
        this.expression = expression;
    }

    private static String each(String template, String... names) {
        return Stream.of(names).map(template::formatted).collect(Collectors.joining(" or "));
    }

    String expression() {
        return this.expression;
    }
}
