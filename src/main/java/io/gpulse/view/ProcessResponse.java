package io.gpulse.view;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonUnwrapped;
import io.gpulse.device.MigSample;
import io.gpulse.device.ProcessSample;
import io.swagger.v3.oas.annotations.media.Schema;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A process that uses a GPU, at one moment.
 *
 * @param pid PID on the machine, not in a container.
 * @param type Use of the GPU: COMPUTE, GRAPHICS, COMPUTE_AND_GRAPHICS, or MPS (compute through the Multi-Process
 *     Service).
 * @param name Name; null when unknown.
 * @param startedAt Start of the process; null when unknown.
 * @param workload Its workload: the job of a scheduler, else the pod, the container, the Jupyter kernel, the Ray
 *     actor or the service. Missing when there is none or it is unknown; `absent` has the reason.
 * @param group Id of the group of processes to which it belongs, equal for all of them: those of one workload. Without
 *     one, a process belongs to the process of its user that started it, and to those of its user and program that have
 *     its parent or session, or were started within 60 s. A process keeps its group until it ends. Null when unknown;
 *     `absent` has the reason with the process's user.
 * @param gpuInstance Id of the GPU instance of its MIG instance; missing when the GPU is not split, or it uses several
 *     instances.
 * @param computeInstance Id of the compute instance of its MIG instance; missing as above.
 */
@Schema(name = "GpuProcess")
public record ProcessResponse(
        @Schema(example = "41102") int pid,

        @Schema(example = "COMPUTE") ProcessSample.Type type,

        @Schema(example = "python") @Nullable String name,

        @Schema(example = "2026-11-20T09:14:01.870Z") @Nullable
        Instant startedAt,

        @JsonInclude(JsonInclude.Include.NON_NULL) @Schema(requiredMode = Schema.RequiredMode.NOT_REQUIRED) @Nullable
        WorkloadResponse workload,

        @Schema(example = "41102-1795338841") @Nullable String group,

        @JsonInclude(JsonInclude.Include.NON_NULL)
        @Schema(example = "3", requiredMode = Schema.RequiredMode.NOT_REQUIRED)
        @Nullable
        Integer gpuInstance,

        @JsonInclude(JsonInclude.Include.NON_NULL)
        @Schema(example = "0", requiredMode = Schema.RequiredMode.NOT_REQUIRED)
        @Nullable
        Integer computeInstance,

        @JsonUnwrapped ReadingsResponse readings) {

    public static ProcessResponse of(ProcessSample process, View view) {
        MigSample.Place instance = process.instance();
        return new ProcessResponse(
                process.pid(),
                process.type(),
                process.name(),
                process.startedAt(),
                WorkloadResponse.of(process.workload(), view),
                process.group(),
                instance == null ? null : instance.gpuInstance(),
                instance == null ? null : instance.computeInstance(),
                ReadingsResponse.of(process.readings(), view));
    }
}
