package io.gpulse.view;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import io.gpulse.device.MigSample;
import io.swagger.v3.oas.annotations.media.Schema;
import org.jspecify.annotations.Nullable;

/**
 * One MIG instance of a GPU (a compute instance) at one moment.
 *
 * @param uuid Identity as CUDA_VISIBLE_DEVICES accepts it. The driver uses it again for a later instance in the same
 *     place.
 * @param gpuInstance Id of the GPU instance, whose memory and engines it has.
 * @param computeInstance Id of the compute instance in the GPU instance.
 * @param profile Profile by which it was created; null when unknown.
 * @param generation Number that no other instance of the GPU has had since gpulse was started. Another number for the
 *     same ids is a new instance, or the same one after gpulse attached the GPU again.
 */
@Schema(name = "MigInstance")
public record MigResponse(
        @Schema(example = "MIG-8f6b2a90-1c2d-4e5f-8a9b-0c1d2e3f4a5b")
        String uuid,

        @Schema(example = "3") int gpuInstance,

        @Schema(example = "0") int computeInstance,

        @Schema(example = "1g.10gb") @Nullable String profile,

        @Schema(example = "1") long generation,

        @JsonUnwrapped ReadingsResponse readings) {

    public static MigResponse of(MigSample instance, View view) {
        return new MigResponse(
                instance.uuid(),
                instance.place().gpuInstance(),
                instance.place().computeInstance(),
                instance.profile(),
                instance.generation(),
                ReadingsResponse.of(instance.readings(), view));
    }
}
