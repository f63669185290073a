package io.gpulse.host;

import io.gpulse.device.MachineIdentity;
import io.gpulse.device.NamespacedPid;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The relation of the driver's PIDs to those of the kernel's files. The driver reports the machine's PIDs. In a
 * container the kernel's files have others, and the same number is another process.
 *
 * @param ours the {@code /proc} of this process
 */
record PidNumbers(Path ours) {

    private static final Pattern NAMESPACE = Pattern.compile("pid:\\[(\\d{1,18})]$");
    private static final Pattern NUMBERS = Pattern.compile("\\d{1,9}(\\s+\\d{1,9})*");

    /** Returns whether the PIDs of this process's files are the machine's. */
    boolean areOurs() {
        return new MachineIdentity(null, own()).isInitialPidNamespace();
    }

    /** Returns whether a folder lists the machine's processes; another folder than ours was mounted for that. */
    boolean areThoseOf(Path proc) {
        return !proc.equals(this.ours) || areOurs();
    }

    /** Returns the inode of the PID namespace of this process; null when it is not readable. */
    @Nullable
    Long own() {
        return namespace(ProcFolder.at(this.ours), "self");
    }

    /**
     * Returns the PID of a process in its innermost namespace, or null when the kernel does not report it.
     *
     * @param proc the folder in which the process has that number
     */
    @Nullable
    NamespacedPid namespaced(int pid, ProcFolder proc) {
        String line = proc.read(pid + "/status").after("NSpid:").orElse("");
        if (!NUMBERS.matcher(line).matches()) {
            return null;
        }
        String[] numbers = line.split("\\s+");
        // The first number is that of the namespace of the folder.
        if (Integer.parseInt(numbers[0]) != pid) {
            return null;
        }
        boolean nested = numbers.length > 1;
        return new NamespacedPid(
                Integer.parseInt(numbers[numbers.length - 1]),
                nested || !areThoseOf(proc.root())
                        ? namespace(proc, Integer.toString(pid))
                        : Long.valueOf(MachineIdentity.INITIAL_PID_NAMESPACE),
                container(proc.read(pid + "/cgroup").text()));
    }

    private static @Nullable Long namespace(ProcFolder proc, String process) {
        return proc.readLink(process + "/ns/pid")
                .map(NAMESPACE::matcher)
                .filter(Matcher::find)
                .map((name) -> Long.valueOf(name.group(1)))
                .orElse(null);
    }

    private static @Nullable String container(String groups) {
        ControlGroup.Container container = ControlGroup.ofProcess(groups).container();
        return container == null ? null : container.id();
    }
}
