package io.gpulse.status;

import io.gpulse.device.MachineIdentity;
import io.swagger.v3.oas.annotations.media.Schema;
import org.jspecify.annotations.Nullable;

/** The machine that gpulse runs on. */
@Schema(name = "Machine", description = "The machine that gpulse runs on, for comparison with that of a client.")
record MachineResponse(
        @Schema(
                description = "`/proc/sys/kernel/random/boot_id`, which changes at each boot; null when unknown.",
                example = "5d1f2c7e-6a35-4f0e-9b0a-3f6f0c3f4c5e")
        @Nullable
        String bootId,

        @Schema(description = "Inode of gpulse's own PID namespace; null when unknown.", example = "4026531836")
        @Nullable
        Long pidNamespace) {

    static MachineResponse of(MachineIdentity machine) {
        return new MachineResponse(machine.bootId(), machine.pidNamespace());
    }
}
