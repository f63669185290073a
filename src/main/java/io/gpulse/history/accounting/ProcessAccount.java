package io.gpulse.history.accounting;

import io.gpulse.device.ProcessSample;
import io.gpulse.metric.Metric;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A process on one GPU, from when it was seen there first to when it was seen last.
 *
 * @param seenAt when it was seen last, in epoch ms
 * @param ended whether it is gone
 * @param peakMemory in bytes; NaN when it is not known
 */
public record ProcessAccount(ProcessKey key, long seenAt, boolean ended, Identity identity, double peakMemory) {

    /** The kernel tells the start of a process in hundredths of a second since a boot whose moment is rounded. */
    private static final Duration SAME_START = Duration.ofSeconds(2);

    private static final long SHORT_GAP_MILLIS = Duration.ofMinutes(10).toMillis();

    /**
     * Who it is, as far as it is known. Its command line is none of it.
     *
     * @param startedAt when the process was started; null when it is not known
     */
    public record Identity(
            ProcessSample.Type type,
            @Nullable String name,
            @Nullable String user,
            @Nullable Instant startedAt) {

        static Identity of(ProcessSample process) {
            return new Identity(
                    process.type(),
                    process.name(),
                    process.readings().word(Metric.PROCESS_USER).orElse(null),
                    process.startedAt());
        }

        /** What is known of it now, and what was known before where nothing is. */
        Identity renewedBy(Identity newer) {
            return new Identity(
                    newer.type,
                    newer.name == null ? this.name : newer.name,
                    newer.user == null ? this.user : newer.user,
                    newer.startedAt == null ? this.startedAt : newer.startedAt);
        }

        /** Whether it can be the same process; numbers of processes are given again. */
        boolean agreesWith(Identity other) {
            Instant start = this.startedAt;
            Instant others = other.startedAt;
            return start == null
                    || others == null
                    || Duration.between(start, others).abs().compareTo(SAME_START) <= 0;
        }
    }

    static ProcessAccount begun(String uuid, ProcessSample process, long at) {
        return new ProcessAccount(
                new ProcessKey(uuid, process.pid(), at), at, false, Identity.of(process), memory(process));
    }

    /** The same, seen again. */
    ProcessAccount seen(ProcessSample process, long at) {
        return new ProcessAccount(
                this.key, at, false, this.identity.renewedBy(Identity.of(process)), most(memory(process)));
    }

    private static double memory(ProcessSample process) {
        return process.readings().number(Metric.PROCESS_MEMORY).orElse(Double.NaN);
    }

    private double most(double memory) {
        return Double.isNaN(this.peakMemory) || memory > this.peakMemory ? memory : this.peakMemory;
    }

    ProcessAccount end() {
        return new ProcessAccount(this.key, this.seenAt, true, this.identity, this.peakMemory);
    }

    /** Whether this is what another account tells of, after gpulse was started anew. */
    boolean continues(ProcessAccount earlier) {
        Identity before = earlier.identity;
        boolean same = this.key.uuid().equals(earlier.key.uuid()) && this.key.pid() == earlier.key.pid();
        if (!same || !this.identity.agreesWith(before)) {
            return false;
        }
        return (this.identity.startedAt != null && before.startedAt != null)
                || (java.util.Objects.equals(this.identity.name, before.name)
                        && Math.abs(this.key.begunAt() - earlier.seenAt) < SHORT_GAP_MILLIS);
    }

    /** This, as the continuation of an earlier account. */
    ProcessAccount since(ProcessAccount earlier) {
        return new ProcessAccount(
                earlier.key,
                this.seenAt,
                this.ended,
                earlier.identity.renewedBy(this.identity),
                most(earlier.peakMemory));
    }
}
