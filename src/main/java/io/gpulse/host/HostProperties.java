package io.gpulse.host;

import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * The reported attributes of processes on this machine, and the folder from which the machine is read.
 *
 * @param enabled whether processes are read, of GPUs and of the machine
 * @param commandLine readers who see command lines, which can hold secrets: none, the scope {@code read-commands},
 *     or all
 * @param program whether the program of a process is shown, as {@code train.py}: the only part of its arguments that is
 *     shown by default
 * @param jobFolders folders in which the prologs of schedulers write the job of each GPU: {@code gpustat} of jobstats,
 *     the job mapping of DCGM's exporter
 * @param proc mount point of the machine's {@code /proc}, for containers
 */
@ConfigurationProperties("gpulse.processes")
public record HostProperties(
        @DefaultValue("true") boolean enabled,
        @DefaultValue("hidden") CommandLine commandLine,
        @DefaultValue("true") boolean program,

        @DefaultValue({"/run/gpustat", "/run/dcgm/job_mapping"})
        List<String> jobFolders,

        @Nullable Path proc) {

    /** The clients that may see command lines. */
    public enum CommandLine {
        HIDDEN,
        AUTHENTICATED,
        ALL
    }

    /** Returns the folders of jobs; none where processes are not read. */
    List<Path> foldersOfJobs() {
        return this.enabled ? this.jobFolders.stream().map(Path::of).toList() : List.of();
    }

    /** Returns the folder of {@code /proc}, as configured or as usual. */
    Path procOrUsual() {
        return this.proc == null ? ProcFolder.OURS : this.proc;
    }
}
