package io.gpulse.history.accounting;

import io.gpulse.device.MigSample;
import io.gpulse.device.ProcessSample;
import io.gpulse.metric.Metric;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A process on one GPU, from its first to its last sample.
 *
 * @param seenAt time of the last sample, in epoch ms
 * @param ended whether the process is gone
 * @param peakMemory in bytes; NaN when unknown
 */
public record ProcessAccount(ProcessKey key, long seenAt, boolean ended, Identity identity, double peakMemory) {

    private static final long SHORT_GAP_MILLIS = Duration.ofMinutes(10).toMillis();

    /**
     * The known properties of a process, without its command line.
     *
     * @param program as {@code train.py}; null when unknown
     * @param startedAt start of the process; null when unknown
     * @param gpuInstance id of the MIG instance that it last used, as the next; null on a GPU that is not split
     * @param membership the job or the group of processes to which it belongs
     */
    public record Identity(
            ProcessSample.Type type,
            @Nullable String name,
            @Nullable String program,
            @Nullable String user,
            @Nullable Instant startedAt,
            @Nullable Integer gpuInstance,
            @Nullable Integer computeInstance,
            Membership membership) {

        public static Identity of(ProcessSample process) {
            MigSample.Place place = process.instance();
            return new Identity(
                    process.type(),
                    process.name(),
                    process.program(),
                    process.readings().word(Metric.PROCESS_USER).orElse(null),
                    process.startedAt(),
                    place == null ? null : place.gpuInstance(),
                    place == null ? null : place.computeInstance(),
                    Membership.of(process));
        }

        /** Returns the newer properties, or these where the newer ones are unknown. */
        Identity renewedBy(Identity newer) {
            return new Identity(
                    newer.type,
                    newer.name == null ? this.name : newer.name,
                    newer.program == null ? this.program : newer.program,
                    newer.user == null ? this.user : newer.user,
                    newer.startedAt == null ? this.startedAt : newer.startedAt,
                    newer.gpuInstance == null ? this.gpuInstance : newer.gpuInstance,
                    newer.computeInstance == null ? this.computeInstance : newer.computeInstance,
                    this.membership.renewedBy(newer.membership));
        }

        /** Returns whether both can be the same process. */
        boolean matches(Identity other) {
            return ProcessSample.isSame(this.startedAt, other.startedAt);
        }
    }

    /** @param at in epoch ms */
    public static ProcessAccount first(String uuid, ProcessSample process, long at) {
        return new ProcessAccount(
                new ProcessKey(uuid, process.pid(), at), at, false, Identity.of(process), memory(process));
    }

    /** Returns this account after a further sample. */
    public ProcessAccount updated(ProcessSample process, long at) {
        return new ProcessAccount(
                this.key, at, false, this.identity.renewedBy(Identity.of(process)), max(memory(process)));
    }

    private static double memory(ProcessSample process) {
        return process.readings().number(Metric.PROCESS_MEMORY).orElse(Double.NaN);
    }

    private double max(double memory) {
        return Double.isNaN(this.peakMemory) || memory > this.peakMemory ? memory : this.peakMemory;
    }

    /** Returns whether it only draws, as a display server does: it has no job, and shares no GPU. */
    public boolean draws() {
        return this.identity.type() == ProcessSample.Type.GRAPHICS;
    }

    public ProcessAccount end() {
        return new ProcessAccount(this.key, this.seenAt, true, this.identity, this.peakMemory);
    }

    /** Returns whether an earlier account is of the same process. */
    boolean continues(ProcessAccount earlier) {
        Identity before = earlier.identity;
        boolean same = this.key.uuid().equals(earlier.key.uuid()) && this.key.pid() == earlier.key.pid();
        if (!same || !this.identity.matches(before)) {
            return false;
        }
        return (this.identity.startedAt != null && before.startedAt != null)
                || (hasNameOf(before) && Math.abs(this.key.beganAt() - earlier.seenAt) < SHORT_GAP_MILLIS);
    }

    /** Returns whether an earlier account may be of the same process, whose start is not known yet. */
    boolean mayContinue(ProcessAccount earlier) {
        return this.identity.startedAt == null && earlier.identity.startedAt != null;
    }

    /** Returns whether both have one name, as far as it is known: owners are read after the first round. */
    private boolean hasNameOf(Identity other) {
        return this.identity.name == null || other.name == null || this.identity.name.equals(other.name);
    }

    /** Returns this account as the continuation of an earlier one. */
    ProcessAccount since(ProcessAccount earlier) {
        return new ProcessAccount(
                earlier.key,
                this.seenAt,
                this.ended,
                earlier.identity.renewedBy(this.identity),
                max(earlier.peakMemory));
    }
}
