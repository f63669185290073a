package io.gpulse.host;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Objects;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Whether this process is shown a part of the machine only. A container lists all devices of the bus, and may have been
 * given some of the GPUs; so may a job of a batch system.
 *
 * @param ours the {@code /proc} of this process
 * @param environment where the container toolkit says which GPUs it has passed in
 * @param nodes the device nodes, by which a GPU is opened
 */
record PidNamespace(Path ours, UnaryOperator<@Nullable String> environment, DeviceNodes nodes) {

    private static final String PASSED_IN = "NVIDIA_VISIBLE_DEVICES";

    /** The namespace that every other one is inside of. */
    private static final String OF_MACHINE = "cgroup:[4026531835]";

    /**
     * The nodes {@code nvidia0}, {@code nvidia1} and so on.
     *
     * @param folder missing on systems that have none
     * @param mayOpen whether this process may open one to read and write; a device cgroup forbids it to a job of Slurm
     *     that was given other GPUs, whose namespaces are the machine's
     */
    record DeviceNodes(Path folder, Predicate<Path> mayOpen) {

        private static final Pattern OF_GPU = Pattern.compile("nvidia\\d+");

        private static DeviceNodes ofMachine() {
            return new DeviceNodes(Path.of("/dev"), (node) -> Files.isReadable(node) && Files.isWritable(node));
        }

        private boolean hideGpus() {
            return Arrays.stream(Objects.requireNonNullElse(this.folder.toFile().list(), new String[0]))
                    .filter((name) -> OF_GPU.matcher(name).matches())
                    .map(this.folder::resolve)
                    .anyMatch((node) -> !this.mayOpen.test(node));
        }
    }

    static PidNamespace ofThisProcess() {
        return new PidNamespace(ProcFolder.OURS, System::getenv, DeviceNodes.ofMachine());
    }

    /** @param proc another folder than ours was mounted to show the machine */
    boolean showsAllGpus(Path proc) {
        String passed = this.environment.apply(PASSED_IN);
        if (passed != null && !passed.isBlank() && !passed.equals("all")) {
            return false;
        }
        boolean isMachine = !proc.equals(this.ours) || (new PidNumbers(this.ours).areOurs() && isInGroupsOfMachine());
        return isMachine && !this.nodes.hideGpus();
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
