package io.gpulse.history.states;

import com.fasterxml.jackson.annotation.JsonProperty;
import io.gpulse.history.accounting.GpuUse;
import io.gpulse.history.accounting.UseSeconds;
import io.swagger.v3.oas.annotations.media.Schema;
import io.swagger.v3.oas.annotations.media.Schema.RequiredMode;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The states of GPUs over time. */
@Schema(name = "GpuStates", description = "The states of GPUs over time.")
record StatesResponse(
        @Schema(description = "Begin of the time span, in ms since 1970.", example = "1795168800000")
        long from,

        @Schema(
                description =
                        "End of the time span, or of the newest stored sample if that is earlier and recent, in ms"
                                + " since 1970.",
                example = "1795169700000")
        long to,

        @Schema(
                description = "Width of a step, in ms. A GPU with more segments than `points` has one state in each"
                        + " step in which the state changed several times.",
                example = "1500")
        long stepMillis,

        @Schema(description = "Whether the GPUs are simulated or recorded ones.", example = "false")
        boolean simulated,

        @Schema(description = "Each requested GPU.") List<GpuResponse> gpus) {

    /** One GPU. */
    @Schema(name = "GpuStatesOfGpu", description = "The states of one GPU.")
    record GpuResponse(
            @Schema(description = "The GPU.") GpuReference gpu,

            @Schema(
                    description = "Seconds in each state, exact to the sample. They sum to the time from the first"
                            + " sample, or the begin of the time span, to its end.")
            SecondsResponse seconds,

            @Schema(
                    description = "Time in one state, in the order of time. Before the first sample there is no"
                            + " segment.")
            List<SegmentResponse> segments) {}

    /** The GPU of a response. */
    @Schema(name = "GpuReference", description = "A GPU.")
    record GpuReference(
            @Schema(description = "The driver's index when the GPU was last seen.", example = "0")
            int index,

            @Schema(description = "UUID.", example = "GPU-5a6f1e2c-7b1d-4c3e-9f00-2d1c0b9a8e77")
            String uuid) {}

    /** Seconds by state. */
    @Schema(name = "GpuStateSeconds", description = "Seconds by state.")
    record SecondsResponse(
            @Schema(description = "Active, with clocks that are not reduced for power or heat.", example = "812.0")
            double busy,

            @Schema(
                    description = "Active, with clocks reduced for power or heat. With `busy` this is `active` of"
                            + " `gpulse_gpu_seconds_total`.",
                    example = "21.0")
            double throttled,

            @Schema(
                    description = "No kernel ran, but a process was on the GPU or memory was allocated.",
                    requiredMode = RequiredMode.REQUIRED,
                    example = "30.0")
            @JsonProperty("held_idle")
            double heldIdle,

            @Schema(description = "No kernel ran, and no process was on the GPU.", example = "20.0")
            double free,

            @Schema(description = "A call of the driver for the GPU did not return.", example = "0.0")
            double stuck,

            @Schema(description = "The driver did not reach the GPU, or required a reset.", example = "5.0")
            double lost,

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
                    rounded(seconds.of(GpuUse.STUCK)),
                    rounded(seconds.of(GpuUse.LOST)),
                    rounded(seconds.of(GpuUse.NO_SAMPLES)));
        }

        private static double rounded(double value) {
            return Math.rint(value * 1000) / 1000;
        }
    }

    /** Time in one state. */
    @Schema(name = "GpuStateSegment", description = "Time in one state.")
    record SegmentResponse(
            @Schema(description = "Begin, in ms since 1970.", example = "1795168800000")
            long from,

            @Schema(description = "End, in ms since 1970.", example = "1795169612000")
            long to,

            @Schema(
                    description = "State.",
                    allowableValues = {"busy", "throttled", "held_idle", "free", "stuck", "lost", "no_samples"},
                    example = "throttled")
            String state,

            @Schema(
                    description = "Why the GPU was in this state. `throttled`: power, heat, brake or hw_slowdown."
                            + " `lost`: removed or reset_required. `no_samples`: attaching, sleeping, error,"
                            + " not_reported or gap. Null when unknown.",
                    example = "power")
            @Nullable
            String cause) {}
}
