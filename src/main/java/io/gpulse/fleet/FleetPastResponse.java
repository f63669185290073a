package io.gpulse.fleet;

import static io.gpulse.event.message.Messages.text;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.gpulse.event.message.LocalizedText;
import io.swagger.v3.oas.annotations.media.ArraySchema;
import io.swagger.v3.oas.annotations.media.Schema;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The last 12 hours of the GPUs of an engine, in steps.
 *
 * @param from Start of the first step.
 * @param to End of the last step.
 * @param stepSeconds Length of a step, in seconds.
 * @param problem Why there are no GPUs; null when there are.
 * @param translations The problem in other languages; null without one.
 * @param gpus The GPUs; one with several instances has a row for each.
 */
@Schema(name = "FleetPast")
record FleetPastResponse(
        @Schema(example = "2026-11-19T22:00:00.000Z") Instant from,

        @Schema(example = "2026-11-20T10:00:00.000Z") Instant to,

        @Schema(example = "360") long stepSeconds,

        @Schema(example = "It did not answer within 10 s.") @Nullable
        String problem,

        FleetResponse.@Nullable MemberTranslations translations,

        List<Past> gpus) {

    static final Duration SPAN = Duration.ofHours(12);
    static final Duration STEP = Duration.ofMinutes(6);

    /** @param problem null without one */
    static FleetPastResponse of(Instant end, @Nullable LocalizedText problem, List<Past> gpus) {
        return new FleetPastResponse(
                end.minus(SPAN),
                end,
                STEP.toSeconds(),
                LocalizedText.english(problem),
                FleetResponse.MemberTranslations.of(problem),
                gpus);
    }

    /** Returns the past without owners, and without a sentence of the engine, which can name others. */
    FleetPastResponse withoutUsers() {
        return of(
                this.to,
                this.problem == null ? null : text("fleet.engine-silent"),
                this.gpus.stream()
                        .map((gpu) -> new Past(gpu.instance, gpu.index, gpu.uuid, gpu.classes, gpu.utilization, null))
                        .toList());
    }

    /**
     * The past of a GPU.
     *
     * @param instance Label of its series, usually host and port.
     * @param index The driver's index; null when unknown.
     * @param uuid Identity.
     * @param classes The class of each step as a digit, its place in the order of the classes: `0` unknown, `1` in
     *     trouble, `2` held idle, `3` reserved, `4` free, `5` working, the lowest of the step; `-` without samples, and
     *     of exporters other than gpulse.
     * @param utilization Mean utilization of each step, in percent; null without samples.
     * @param owners Who held most of its memory, and when, without overlaps. Missing when the engine has no owners, and
     *     for readers without the scope `read-fleet`.
     */
    @Schema(name = "FleetPastGpu")
    record Past(
            @Schema(example = "gpu-2:8080") String instance,

            @Schema(example = "0") @Nullable Integer index,

            @Schema(example = "GPU-5a6f1e2c-7b1d-4c3e-9f00-2d1c0b9a8e77")
            String uuid,

            @Schema(example = "--5555224") String classes,

            @ArraySchema(schema = @Schema(nullable = true, example = "97"))
            List<@Nullable Integer> utilization,

            @JsonInclude(JsonInclude.Include.NON_NULL)
            @Schema(requiredMode = Schema.RequiredMode.NOT_REQUIRED)
            @Nullable
            List<Owner> owners) {}

    /**
     * An owner in steps that follow each other.
     *
     * @param owner User, or id of a job or pod.
     * @param first Number of the first step, from 0.
     * @param last Number of the last step.
     */
    @Schema(name = "FleetPastOwner")
    record Owner(
            @Schema(example = "mchen") String owner,

            @Schema(example = "2") int first,

            @Schema(example = "7") int last) {}
}
