package io.gpulse.device;

import io.gpulse.device.workload.FoundWorkload;
import io.gpulse.metric.Metric;
import io.gpulse.metric.PrintableText;
import io.gpulse.metric.Reading;
import io.gpulse.metric.Reason;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The owner of a process.
 *
 * @param name of the process; null when it is not known
 * @param startedAt when the process was started; null when it is not known
 * @param user the name of the user, or why it is not known
 * @param command the command line, or why it is not known; it can contain secrets, and not every client may see it
 * @param program the name of its program, or why it is not known
 * @param usage the process's use of the host, and its age
 * @param namespaced its PID in its innermost PID namespace; null when it is not known
 * @param lineage its parent and its session
 * @param workload its workload, or why it is not known
 * @param group id of the group of processes to which it belongs; null when it is not known
 */
public record Owner(
        @Nullable String name,
        @Nullable Instant startedAt,
        Reading user,
        Reading command,
        Reading program,
        Readings usage,
        @Nullable NamespacedPid namespaced,
        ProcessGroups.Lineage lineage,
        FoundWorkload workload,
        @Nullable String group) {

    private static final List<Metric> USAGE =
            List.of(Metric.PROCESS_HOST_CPU, Metric.PROCESS_HOST_MEMORY, Metric.PROCESS_ELAPSED);

    public Owner {
        name = name == null ? null : PrintableText.of(name);
    }

    /** Creates an owner without a PID in a namespace whose use of the host is not read. */
    public Owner(@Nullable String name, @Nullable Instant startedAt, Reading user, Reading command, Reading program) {
        this(
                name,
                startedAt,
                user,
                command,
                program,
                Readings.absent(USAGE, Reading.absent(Reason.NO_DATA)),
                null,
                ProcessGroups.Lineage.UNKNOWN,
                FoundWorkload.none(Reason.NO_DATA),
                null);
    }

    /** Creates an owner whose command line and program are hidden. */
    public Owner(@Nullable String name, @Nullable Instant startedAt, Reading user) {
        this(name, startedAt, user, Reading.absent(Reason.HIDDEN), Reading.absent(Reason.HIDDEN));
    }

    /** Returns an unknown owner. */
    public static Owner unknown(Reason why) {
        Reading absence = Reading.absent(why);
        return new Owner(null, null, absence, absence, absence)
                .with(Readings.absent(USAGE, absence))
                .with(FoundWorkload.none(why));
    }

    /** Returns the same owner with another name. */
    public Owner named(@Nullable String newName) {
        return new Owner(
                newName,
                this.startedAt,
                this.user,
                this.command,
                this.program,
                this.usage,
                this.namespaced,
                this.lineage,
                this.workload,
                this.group);
    }

    /** Returns the same owner with another user. */
    public Owner with(Reading newUser) {
        return new Owner(
                this.name,
                this.startedAt,
                newUser,
                this.command,
                this.program,
                this.usage,
                this.namespaced,
                this.lineage,
                this.workload,
                this.group);
    }

    /** Returns the same owner with a newer use of the host. */
    public Owner with(Readings newUsage) {
        return with(newUsage, this.namespaced, this.lineage);
    }

    /** Returns the same owner with the PID in its namespace. */
    public Owner with(@Nullable NamespacedPid pid) {
        return with(this.usage, pid, this.lineage);
    }

    /** Returns the same owner with its parent and its session. */
    public Owner with(ProcessGroups.Lineage newLineage) {
        return with(this.usage, this.namespaced, newLineage);
    }

    /** Returns the same owner with its workload. */
    public Owner with(FoundWorkload newWorkload) {
        return in(newWorkload, this.group);
    }

    /** Returns the same owner in a group of processes. */
    public Owner in(@Nullable String newGroup) {
        return in(this.workload, newGroup);
    }

    private Owner with(Readings newUsage, @Nullable NamespacedPid pid, ProcessGroups.Lineage newLineage) {
        return new Owner(
                this.name,
                this.startedAt,
                this.user,
                this.command,
                this.program,
                newUsage,
                pid,
                newLineage,
                this.workload,
                this.group);
    }

    private Owner in(FoundWorkload newWorkload, @Nullable String newGroup) {
        return new Owner(
                this.name,
                this.startedAt,
                this.user,
                this.command,
                this.program,
                this.usage,
                this.namespaced,
                this.lineage,
                newWorkload,
                newGroup);
    }

    /** Returns its rows of the catalogue. */
    Readings readings() {
        return Readings.of(Map.of(
                        Metric.PROCESS_USER, this.user,
                        Metric.PROCESS_PROGRAM, this.program,
                        Metric.PROCESS_WORKLOAD, this.workload.row(),
                        Metric.PROCESS_COMMAND, this.command))
                .renewedBy(this.usage);
    }
}
