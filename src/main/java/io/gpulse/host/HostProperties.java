package io.gpulse.host;

import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * What is told of the processes on this machine, and where the machine is looked at.
 *
 * @param enabled whether it is told who uses a GPU, and which processes are the busiest of the machine
 * @param commandLine to whom command lines are shown; they can hold secrets
 * @param proc where the kernel's {@code /proc} is mounted; null for the usual place
 */
@ConfigurationProperties("gpulse.processes")
public record HostProperties(
        @DefaultValue("true") boolean enabled,
        @DefaultValue("hidden") CommandLine commandLine,
        @Nullable Path proc) {

    /** Who may see command lines. */
    public enum CommandLine {
        HIDDEN,
        AUTHENTICATED,
        ALL
    }

    /** Where {@code /proc} is, as configured or as usual. */
    Path procOrUsual() {
        return this.proc == null ? ProcFolder.OURS : this.proc;
    }
}
