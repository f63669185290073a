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
 * The visibility of the machine's GPUs to this process. A container lists all devices of the bus, but may have been
 * given only some of the GPUs; so may a job of a batch system.
 *
 * @param ours the {@code /proc} of this process
 * @param environment in which the container toolkit names the GPUs that it has passed in
 * @param nodes the device nodes through which a GPU is opened
 */
record PidNamespace(Path ours, UnaryOperator<@Nullable String> environment, DeviceNodes nodes) {

    private static final String PASSED_IN = "NVIDIA_VISIBLE_DEVICES";

    /** The initial namespace. */
    private static final String OF_MACHINE = "cgroup:[4026531835]";

    /**
     * The nodes {@code nvidia0}, {@code nvidia1} and so on.
     *
     * @param folder may be missing
     * @param mayOpen whether this process may open a node to read and write. A job of Slurm has the machine's
     *     namespaces, but a device cgroup forbids it the nodes of other GPUs
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

    /**
     * Returns whether all GPUs of the machine are visible.
     *
     * @param proc a folder other than that of this process was mounted to show the machine
     */
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
