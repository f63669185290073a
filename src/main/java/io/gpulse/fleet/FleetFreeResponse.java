package io.gpulse.fleet;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import io.gpulse.selection.FreeGpu;
import io.swagger.v3.oas.annotations.media.Schema;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Machines with enough free GPUs.
 *
 * @param requested Requested number of GPUs.
 * @param machines Machines that have them: those in trouble last, then by the number of free GPUs, the fewest first, so
 *     that whole machines stay free.
 * @param heldIdle GPUs that a process holds without using them, on all machines.
 */
@Schema(name = "FleetFree")
record FleetFreeResponse(@Schema(example = "2") int requested, List<Place> machines, List<HeldGpu> heldIdle) {

    /** Returns what a person waits for: which machines, and who holds GPUs idle. */
    List<Object> summary() {
        return List.of(
                this.machines,
                this.heldIdle.stream()
                        .map((held) -> Arrays.asList(
                                held.machine(), held.gpu().index(), held.gpu().holders()))
                        .toList());
    }

    /**
     * A machine with enough free GPUs.
     *
     * @param name Name of the machine.
     * @param url Address of its gpulse; null for this machine, and for one without a gpulse.
     * @param origin Where its report is from.
     * @param chosen The first of its free GPUs, as many as requested.
     * @param freeGpus Number of its free GPUs that meet the conditions.
     * @param environment Variables with which a CUDA program on that machine uses the chosen GPUs.
     * @param simulated Whether its GPUs are simulated or recorded.
     * @param ailing Whether another GPU of the machine is in trouble.
     */
    @Schema(name = "FleetPlace")
    record Place(
            @Schema(example = "trn-h100-03") String name,

            @Schema(example = "http://gpu-2:8080") @Nullable String url,

            @Schema(example = "LIST") FleetResponse.Origin origin,

            List<FreeGpu> chosen,

            @Schema(example = "4") int freeGpus,

            @Schema(
                    example = "CUDA_DEVICE_ORDER=PCI_BUS_ID"
                            + " CUDA_VISIBLE_DEVICES=GPU-5a6f1e2c-7b1d-4c3e-9f00-2d1c0b9a8e77")
            String environment,

            @Schema(example = "false") boolean simulated,

            @Schema(example = "false") boolean ailing) {}

    /**
     * A GPU that is held idle.
     *
     * @param machine Name of the machine.
     * @param url Address of its gpulse; null for this machine, and for one without a gpulse.
     * @param origin Where its report is from.
     */
    @Schema(name = "FleetHeldGpu")
    record HeldGpu(
            @Schema(example = "trn-h100-03") String machine,

            @Schema(example = "http://gpu-2:8080") @Nullable String url,

            @Schema(example = "LIST") FleetResponse.Origin origin,

            @JsonUnwrapped MachineGpu gpu) {}
}
