package io.gpulse.device;

import io.gpulse.device.workload.Workload;
import io.gpulse.metric.Metric;
import io.gpulse.metric.PrintableText;
import io.gpulse.metric.Reading;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A process that uses a GPU, at one moment.
 *
 * @param pid as the driver reports it: of the machine, not of a container
 * @param name null when it is not known
 * @param startedAt when it was started; null when it is not known
 * @param readings its rows, including those of its owner
 * @param namespaced its PID in its innermost PID namespace; null when it is not known
 * @param workload its job, container or service; null when there is none or it is not known
 * @param group id of the group of processes to which it belongs; null when it is not known
 * @param instance the MIG instance that it uses; null on a GPU that is not split
 */
public record ProcessSample(
        int pid,
        Type type,
        @Nullable String name,
        @Nullable Instant startedAt,
        Readings readings,
        @Nullable NamespacedPid namespaced,
        @Nullable Workload workload,
        @Nullable String group,
        MigSample.@Nullable Place instance) {

    /** A process has left a GPU that has listed its processes without it for this time: drivers omit single rounds. */
    public static final Duration GONE_AFTER = Duration.ofSeconds(10);

    /** The kernel reports start times in hundredths of a second since the boot, whose time is rounded, and may move. */
    private static final Duration SAME_START = Duration.ofSeconds(2);

    public ProcessSample {
        name = name == null ? null : PrintableText.of(name);
    }

    /** Creates a process without a PID in a namespace, in no group. */
    public ProcessSample(int pid, Type type, @Nullable String name, @Nullable Instant startedAt, Readings readings) {
        this(pid, type, name, startedAt, readings, null, null, null, null);
    }

    /** Returns the same process, which uses a MIG instance. */
    public ProcessSample on(MigSample.@Nullable Place place) {
        return new ProcessSample(
                this.pid,
                this.type,
                this.name,
                this.startedAt,
                this.readings,
                this.namespaced,
                this.workload,
                this.group,
                place);
    }

    /** Returns the same process with its owner. Not every client may see its command line. */
    public ProcessSample of(Owner owner) {
        Readings all = this.readings.renewedBy(owner.readings());
        return new ProcessSample(
                this.pid,
                this.type,
                owner.name(),
                owner.startedAt(),
                all,
                owner.namespaced(),
                owner.workload().workload(),
                owner.group(),
                this.instance);
    }

    /** Returns the same process with another reading. */
    public ProcessSample with(Metric metric, Reading reading) {
        Readings all = this.readings.with(metric, reading);
        return new ProcessSample(
                this.pid,
                this.type,
                this.name,
                this.startedAt,
                all,
                this.namespaced,
                this.workload,
                this.group,
                this.instance);
    }

    /** Returns the name of its program, as {@code train.py}; null when it is not known. */
    public @Nullable String program() {
        return this.readings.word(Metric.PROCESS_PROGRAM).orElse(null);
    }

    /** Returns whether one PID with these start times may be one process: the system reuses PIDs. */
    public static boolean isSame(@Nullable Instant start, @Nullable Instant other) {
        return start == null
                || other == null
                || Duration.between(start, other).abs().compareTo(SAME_START) <= 0;
    }

    /** The use of the GPU by a process. The names are part of the public contract. */
    public enum Type {
        /** It computes. */
        COMPUTE("C"),
        /** It draws. */
        GRAPHICS("G"),
        /** It does both. */
        COMPUTE_AND_GRAPHICS("C+G"),
        /** It computes through the Multi-Process Service. */
        MPS("M+C");

        private final String letters;

        Type(String letters) {
            this.letters = letters;
        }

        /** Returns nvidia-smi's abbreviation. */
        public String letters() {
            return this.letters;
        }
    }
}
