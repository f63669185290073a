package io.gpulse.insight;

import io.gpulse.event.Severity;
import io.gpulse.insight.rule.Evidence;
import io.gpulse.insight.rule.Phrase;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * What a rule says of something, for as long as it holds.
 *
 * @param id the rule's id and its subject
 * @param since when it began, as far as that is known
 * @param until when it was over; null while it holds
 * @param gpus those that it is about; none when it is about the machine
 * @param chart null where there is none
 * @param process the one to talk about; null where there is none
 */
record Insight(
        String id,
        String rule,
        Severity severity,
        Instant since,
        @Nullable Instant until,
        List<GpuRef> gpus,
        Phrase sentence,
        Phrase cause,
        Phrase advice,
        List<Evidence> evidence,
        @Nullable Chart chart,
        @Nullable Holder process) {

    /** UUIDs of the GPUs that it is about, as far as they are known. */
    Set<String> uuids() {
        Set<String> uuids = new TreeSet<>();
        for (GpuRef gpu : this.gpus) {
            if (gpu.uuid() != null) {
                uuids.add(gpu.uuid());
            }
        }
        return uuids;
    }

    boolean isActive() {
        return this.until == null;
    }

    /** The same, over. */
    Insight ended(Instant at) {
        return new Insight(
                this.id,
                this.rule,
                this.severity,
                this.since,
                at.isBefore(this.since) ? this.since : at,
                this.gpus,
                this.sentence,
                this.cause,
                this.advice,
                this.evidence,
                this.chart,
                this.process);
    }

    /** The part of it that is about these GPUs. */
    Insight about(List<GpuRef> some) {
        return some.equals(this.gpus)
                ? this
                : new Insight(
                        this.id,
                        this.rule,
                        this.severity,
                        this.since,
                        this.until,
                        List.copyOf(some),
                        this.sentence,
                        this.cause,
                        this.advice,
                        this.evidence,
                        this.chart,
                        this.process);
    }

    /**
     * A GPU.
     *
     * @param uuid null until it has answered once
     */
    record GpuRef(int index, @Nullable String uuid) {}

    /** A process, as far as it is known. */
    record Holder(
            int pid,
            @Nullable String name,
            @Nullable String user,
            @Nullable Instant startedAt) {}
}
