package io.gpulse.history.states;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import io.gpulse.history.accounting.GpuUse;
import io.gpulse.history.accounting.UseSeconds;
import io.swagger.v3.oas.annotations.media.Schema;
import io.swagger.v3.oas.annotations.media.Schema.RequiredMode;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The states of GPUs over time.
 *
 * @param from Begin of the time span, in ms since 1970.
 * @param to End of the time span, or of the newest stored sample if that is earlier and recent, in ms since 1970.
 * @param stepMillis Width of a step, in ms. A GPU with more segments than `points` has one state in each step in which
 *     the state changed several times.
 * @param simulated Whether the GPUs are simulated or recorded ones.
 * @param gpus Each requested GPU.
 */
@Schema(name = "GpuStates")
public record StatesResponse(
        @Schema(example = "1795168800000") long from,

        @Schema(example = "1795169700000") long to,

        @Schema(example = "1500") long stepMillis,

        @Schema(example = "false") boolean simulated,

        List<GpuResponse> gpus) {

    /**
     * The states of one GPU.
     *
     * @param gpu The GPU.
     * @param seconds Seconds in each state, exact to the sample. They sum to the time from the first sample, or the
     *     begin of the time span, to its end.
     * @param segments Time in one state, in the order of time. Before the first sample there is no segment.
     */
    @Schema(name = "GpuStatesOfGpu")
    public record GpuResponse(GpuReference gpu, SecondsResponse seconds, List<SegmentResponse> segments) {}

    /**
     * A GPU.
     *
     * @param index The driver's index when the GPU was last seen.
     * @param uuid UUID.
     */
    @Schema(name = "GpuReference")
    public record GpuReference(
            @Schema(example = "0") int index,

            @Schema(example = "GPU-5a6f1e2c-7b1d-4c3e-9f00-2d1c0b9a8e77")
            String uuid) {}

    /**
     * Seconds by state.
     *
     * @param busy Active, with clocks that are not reduced for power or heat.
     * @param throttled Active, with clocks reduced for power or heat. With `busy` this is `active` of
     *     `gpulse_gpu_seconds_total`.
     * @param free No kernel ran, and no process was on the GPU.
     * @param reserved As free, but a scheduler had assigned the GPU to a job; missing without such time.
     * @param stuck A call of the driver for the GPU did not return.
     * @param lost The driver did not reach the GPU, or required a reset.
     */
    @Schema(name = "GpuStateSeconds")
    public record SecondsResponse(
            @Schema(example = "812.0") double busy,

            @Schema(example = "21.0") double throttled,

            @Schema(
                    description = "No kernel ran, but a process was on the GPU or memory was allocated.",
                    requiredMode = RequiredMode.REQUIRED,
                    example = "30.0")
            @JsonProperty("held_idle")
            double heldIdle,

            @Schema(example = "20.0") double free,

            @JsonInclude(JsonInclude.Include.NON_NULL)
            @Schema(example = "600.0", requiredMode = RequiredMode.NOT_REQUIRED)
            @Nullable
            Double reserved,

            @Schema(example = "0.0") double stuck,

            @Schema(example = "5.0") double lost,

            @Schema(
                    description = "Not sampled or not reported. With `stuck` and `lost` this is `unknown` of"
                            + " `gpulse_gpu_seconds_total`.",
                    requiredMode = RequiredMode.REQUIRED,
                    example = "12.0")
            @JsonProperty("no_samples")
            double noSamples) {

        static SecondsResponse of(UseSeconds seconds) {
            return new SecondsResponse(
                    rounded(seconds.of(GpuUse.BUSY)),
                    rounded(seconds.of(GpuUse.THROTTLED)),
                    rounded(seconds.of(GpuUse.HELD_IDLE)),
                    rounded(seconds.of(GpuUse.FREE)),
                    seconds.of(GpuUse.RESERVED) > 0 ? (Double) rounded(seconds.of(GpuUse.RESERVED)) : null,
                    rounded(seconds.of(GpuUse.STUCK)),
                    rounded(seconds.of(GpuUse.LOST)),
                    rounded(seconds.of(GpuUse.NO_SAMPLES)));
        }

        private static double rounded(double value) {
            return Math.rint(value * 1000) / 1000;
        }
    }

    /**
     * Time in one state.
     *
     * @param from Begin, in ms since 1970.
     * @param to End, in ms since 1970.
     * @param state State.
     * @param cause Why the GPU was in this state. `throttled`: power, heat, brake or hw_slowdown. `lost`: removed or
     *     reset_required. `no_samples`: attaching, sleeping, error, not_reported or gap. Null when unknown.
     */
    @Schema(name = "GpuStateSegment")
    public record SegmentResponse(
            @Schema(example = "1795168800000") long from,

            @Schema(example = "1795169612000") long to,

            @Schema(
                    allowableValues = {
                        "busy",
                        "throttled",
                        "held_idle",
                        "free",
                        "reserved",
                        "stuck",
                        "lost",
                        "no_samples"
                    },
                    example = "throttled")
            String state,

            @Schema(example = "power") @Nullable String cause) {}
}
