package io.gpulse.device;

import io.gpulse.metric.Metric;
import io.gpulse.metric.PrintableText;
import io.gpulse.metric.Reading;
import io.gpulse.metric.Reason;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Who is behind a process.
 *
 * @param name what the process is called; null when it is not known
 * @param startedAt when it was started; null when it is not known
 * @param user the name of whom it belongs to, or why that is not known
 * @param command how it was started, or why that is not known; it can hold secrets, and is not for everybody
 * @param usage what the process takes of the host, and for how long it has run
 * @param namespaced its PID in its innermost PID namespace; null when it is not known
 */
public record Owner(
        @Nullable String name,
        @Nullable Instant startedAt,
        Reading user,
        Reading command,
        Readings usage,
        @Nullable NamespacedPid namespaced) {

    private static final List<Metric> USAGE =
            List.of(Metric.PROCESS_HOST_CPU, Metric.PROCESS_HOST_MEMORY, Metric.PROCESS_ELAPSED);

    public Owner {
        name = name == null ? null : PrintableText.of(name);
    }

    /** An owner whose PID in its namespace is not known. */
    public Owner(@Nullable String name, @Nullable Instant startedAt, Reading user, Reading command, Readings usage) {
        this(name, startedAt, user, command, usage, null);
    }

    /** Somebody of whose process nothing is read on the host. */
    public Owner(@Nullable String name, @Nullable Instant startedAt, Reading user, Reading command) {
        this(name, startedAt, user, command, Readings.absent(USAGE, Reading.absent(Reason.NO_DATA)));
    }

    /** Somebody whose command line nobody asked for. */
    public Owner(@Nullable String name, @Nullable Instant startedAt, Reading user) {
        this(name, startedAt, user, Reading.absent(Reason.HIDDEN));
    }

    /** Nothing is known, for one reason. */
    public static Owner unknown(Reason why) {
        Reading absence = Reading.absent(why);
        return new Owner(null, null, absence, absence, Readings.absent(USAGE, absence));
    }

    /** The same owner, with what the process takes now. */
    public Owner with(Readings newUsage) {
        return new Owner(this.name, this.startedAt, this.user, this.command, newUsage, this.namespaced);
    }

    /** The same owner, with the PID in its namespace. */
    public Owner with(@Nullable NamespacedPid pid) {
        return new Owner(this.name, this.startedAt, this.user, this.command, this.usage, pid);
    }

    /** All rows of the catalogue that it tells. */
    Readings readings() {
        return Readings.of(Map.of(Metric.PROCESS_USER, this.user, Metric.PROCESS_COMMAND, this.command))
                .renewedBy(this.usage);
    }
}
