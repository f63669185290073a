package io.gpulse.fleet;

import static io.gpulse.fleet.MachineReport.MOST_HOLDERS;
import static io.gpulse.fleet.MachineReport.list;
import static io.gpulse.fleet.MachineReport.optional;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.gpulse.device.GpuState;
import io.swagger.v3.oas.annotations.media.Schema;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A GPU.
 *
 * @param index The driver's index, from 0.
 * @param uuid Identity; null until the first response of the driver.
 * @param name Product name; null until the first response of the driver.
 * @param state State; null when unknown.
 * @param use Class.
 * @param free Whether it is free by the usual conditions of `/api/v1/gpus/free`.
 * @param since Since when it has been in its state, idle or busy; null when unknown.
 * @param utilization Utilization, in percent; null when unknown.
 * @param memoryUsed Used memory, in bytes; null when unknown.
 * @param memoryFree Free memory, in bytes; null when unknown.
 * @param memoryTotal Total memory, in bytes; null when unknown.
 * @param power Power, in W; null when unknown.
 * @param temperature Temperature, in °C; null when unknown.
 * @param processes Number of processes; null when unknown.
 * @param holders Who uses it or has it reserved, the largest memory first; of a GPU that is not read, only who has it
 *     reserved. Missing for readers without the scope `read-fleet`.
 */
@Schema(name = "MachineGpu")
record MachineGpu(
        @Schema(example = "0") Integer index,

        @Schema(example = "GPU-5a6f1e2c-7b1d-4c3e-9f00-2d1c0b9a8e77") @Nullable
        String uuid,

        @Schema(example = "NVIDIA H100 80GB HBM3") @Nullable String name,

        @Schema(example = "OK") @Nullable GpuState state,

        @Schema(example = "WORKING") GpuClass use,

        @Schema(example = "false") boolean free,

        @Schema(example = "2026-11-20T09:14:02.003Z") @Nullable
        Instant since,

        @Schema(example = "97") @Nullable Number utilization,

        @Schema(example = "76235669504") @Nullable Number memoryUsed,

        @Schema(example = "9300000000") @Nullable Number memoryFree,

        @Schema(example = "85899345920") @Nullable Number memoryTotal,

        @Schema(example = "612.5") @Nullable Number power,

        @Schema(example = "64") @Nullable Number temperature,

        @Schema(example = "1") @Nullable Number processes,

        @JsonInclude(JsonInclude.Include.NON_NULL) @Schema(requiredMode = Schema.RequiredMode.NOT_REQUIRED) @Nullable
        List<Holder> holders) {

    /** Nothing that a shell would interpret: UUIDs become part of commands. */
    private static final Pattern UUID = Pattern.compile("[A-Za-z0-9@:./-]{1,100}");

    MachineGpu {
        uuid = uuid(uuid);
        name = optional(name);
        use = Objects.requireNonNullElse(use, GpuClass.UNKNOWN);
        utilization = finite(utilization);
        memoryUsed = finite(memoryUsed);
        memoryFree = finite(memoryFree);
        memoryTotal = finite(memoryTotal);
        power = finite(power);
        temperature = finite(temperature);
        processes = finite(processes);
        holders = holders == null ? null : list(holders, MOST_HOLDERS);
    }

    /** Returns the UUID; null for a text that is none. */
    static @Nullable String uuid(@Nullable String text) {
        return text != null && UUID.matcher(text).matches() ? text : null;
    }

    private static @Nullable Number finite(@Nullable Number number) {
        return number == null || !Double.isFinite(number.doubleValue()) ? null : number;
    }

    MachineGpu classified(GpuClass other, boolean isFree) {
        return with(other, isFree, this.holders);
    }

    MachineGpu withoutUsers() {
        return with(this.use, this.free, null);
    }

    private MachineGpu with(GpuClass other, boolean isFree, @Nullable List<Holder> otherHolders) {
        return new MachineGpu(
                this.index,
                this.uuid,
                this.name,
                this.state,
                other,
                isFree,
                this.since,
                this.utilization,
                this.memoryUsed,
                this.memoryFree,
                this.memoryTotal,
                this.power,
                this.temperature,
                this.processes,
                otherHolders);
    }

    /**
     * A process on a GPU, or a job that has it reserved.
     *
     * @param user User; null when unknown.
     * @param program Name of the program; null when unknown.
     * @param job Id of its job, pod or container; null when there is none.
     * @param reserved Whether it has the GPU reserved only.
     */
    @Schema(name = "MachineHolder")
    record Holder(
            @Schema(example = "mchen") @Nullable String user,

            @Schema(example = "train.py") @Nullable String program,

            @Schema(example = "280678") @Nullable String job,

            @Schema(example = "false") boolean reserved) {

        Holder {
            user = optional(user);
            program = optional(program);
            job = optional(job);
        }
    }
}
