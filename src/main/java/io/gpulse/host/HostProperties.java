package io.gpulse.host;

import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * What is reported of the processes on this machine, and where the machine is read.
 *
 * @param enabled whether the processes on the GPUs and the busiest processes of the machine are reported
 * @param commandLine which clients see command lines; they can contain secrets
 * @param proc where the kernel's {@code /proc} is mounted; null for the usual place
 */
@ConfigurationProperties("gpulse.processes")
public record HostProperties(
        @DefaultValue("true") boolean enabled,
        @DefaultValue("hidden") CommandLine commandLine,
        @Nullable Path proc) {

    /** The clients that may see command lines. */
    public enum CommandLine {
        HIDDEN,
        AUTHENTICATED,
        ALL
    }

    /** Returns the folder of {@code /proc}, as configured or as usual. */
    Path procOrUsual() {
        return this.proc == null ? ProcFolder.OURS : this.proc;
    }
}
