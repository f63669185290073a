package io.gpulse.view;

import io.gpulse.device.workload.Reservation;
import io.swagger.v3.oas.annotations.media.Schema;
import org.jspecify.annotations.Nullable;

/**
 * A job to which a scheduler has assigned a GPU or a MIG instance, whether or not a process of it is on the GPU.
 *
 * @param place The GPU by index or UUID; a MIG instance by UUID, or as 2.10: the GPU's index and the id of the GPU
 *     instance.
 * @param user User of the job; null when unknown.
 * @param workload The job.
 */
@Schema(name = "Reservation")
public record ReservationResponse(
        @Schema(example = "0") String place,

        @Schema(example = "mchen") @Nullable String user,

        WorkloadResponse workload) {

    public static ReservationResponse of(Reservation reservation) {
        return new ReservationResponse(
                reservation.place(), reservation.user(), WorkloadResponse.of(reservation.workload()));
    }
}
