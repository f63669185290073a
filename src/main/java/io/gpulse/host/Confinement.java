package io.gpulse.host;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * Whether this process is shown a part of the machine only. A container lists all devices of the bus, and may have been
 * given some of the GPUs.
 *
 * @param ours the {@code /proc} of this process
 * @param environment where the container toolkit says which GPUs it has passed in
 */
record Confinement(Path ours, UnaryOperator<@Nullable String> environment) {

    private static final String PASSED_IN = "NVIDIA_VISIBLE_DEVICES";

    /** The namespace that every other one is inside of. */
    private static final String OF_MACHINE = "cgroup:[4026531835]";

    /** @param proc another folder than ours was mounted to show the machine */
    boolean showsAllGpus(Path proc) {
        String passed = this.environment.apply(PASSED_IN);
        if (passed != null && !passed.isBlank() && !passed.equals("all")) {
            return false;
        }
        return !proc.equals(this.ours) || (new PidNumbers(this.ours).areOurs() && isInGroupsOfMachine());
    }

    private boolean isInGroupsOfMachine() {
        try {
            return Files.readSymbolicLink(this.ours.resolve("self/ns/cgroup"))
                    .toString()
                    .equals(OF_MACHINE);
        } catch (IOException | UnsupportedOperationException unknown) {
            return false;
        }
    }
}
