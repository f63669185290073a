package io.gpulse.history.summary;

import io.swagger.v3.oas.annotations.media.Schema;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A part of the time and the energy of the GPUs. The sums over all rows are those of
 * `/api/v1/history/summary`.
 *
 * @param kind OWNER, SHARED by several owners at once, OTHER (processes without such an owner or of
 *     an unknown one, and owners beyond 200), FREE, RESERVED, or NOT_ATTRIBUTED (no samples, or no process is known).
 * @param owners The owner, or the owners that shared GPUs; `?` is one that is unknown. Empty for other kinds.
 * @param gpuHours GPU-hours.
 * @param activeGpuHours The part of them in which a kernel ran.
 * @param heldIdleGpuHours The part of them in which none ran, but a process was on the GPU or memory was allocated.
 * @param energyKilowattHours Energy of the GPUs in that time; null when unknown.
 */
@Schema(name = "UsageOfOwner")
record OwnerUsageResponse(
        Kind kind,

        @Schema(example = "[\"mchen\"]") List<String> owners,

        @Schema(example = "24") double gpuHours,

        @Schema(example = "21.5") double activeGpuHours,

        @Schema(example = "2.5") double heldIdleGpuHours,

        @Schema(example = "12.4") @Nullable Double energyKilowattHours) {

    /** Returns the sums of both. */
    OwnerUsageResponse and(OwnerUsageResponse more) {
        Double energy = this.energyKilowattHours;
        Double moreEnergy = more.energyKilowattHours;
        return new OwnerUsageResponse(
                this.kind,
                List.of(),
                this.gpuHours + more.gpuHours,
                this.activeGpuHours + more.activeGpuHours,
                this.heldIdleGpuHours + more.heldIdleGpuHours,
                energy == null ? moreEnergy : moreEnergy == null ? energy : (Double) (energy + moreEnergy));
    }

    OwnerUsageResponse of(Kind another) {
        return new OwnerUsageResponse(
                another,
                List.of(),
                this.gpuHours,
                this.activeGpuHours,
                this.heldIdleGpuHours,
                this.energyKilowattHours);
    }

    /** The kinds of rows. The names are part of the public contract. */
    enum Kind {
        OWNER,
        SHARED,
        OTHER,
        FREE,
        RESERVED,
        NOT_ATTRIBUTED
    }
}
