package io.gpulse.insight;

import io.gpulse.event.Severity;
import io.gpulse.event.message.LocalizedText;
import io.gpulse.event.text.Advice;
import io.gpulse.event.xid.Precedence;
import io.gpulse.event.xid.RepairAction;
import io.gpulse.insight.PublishedAlerts.PublishedAlert;
import io.gpulse.insight.rule.Evidence;
import java.time.Instant;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * An alert of a rule, active or resolved, with its advice.
 *
 * @param id the id of the rule and the first subject
 * @param since when it began, as far as it is known
 * @param reportedAt when it was reported: its condition has to last for a time first
 * @param until when it was resolved; null while it is active
 * @param gpus none when it is about the machine
 * @param anonymizer removes the names of users from its texts
 * @param brief the sentence in short, without its GPUs
 * @param precedence that of the advice
 * @param action what the advice amounts to
 * @param chart null if there is none
 * @param process the process that it is about; null if there is none
 * @param silence the silence that covered it when it was evaluated; null where none did
 */
record Insight(
        String id,
        String rule,
        Severity severity,
        Instant since,
        Instant reportedAt,
        @Nullable Instant until,
        List<InsightGpu> gpus,
        LocalizedText sentence,
        UnaryOperator<LocalizedText> anonymizer,
        LocalizedText brief,
        LocalizedText cause,
        LocalizedText advice,
        Precedence precedence,
        RepairAction action,
        List<Evidence> evidence,
        @Nullable InsightChart chart,
        @Nullable InsightProcess process,
        @Nullable Silence silence) {

    /** Returns the known UUIDs of its GPUs. */
    Set<String> uuids() {
        Set<String> uuids = new TreeSet<>();
        for (InsightGpu gpu : this.gpus) {
            if (gpu.uuid() != null) {
                uuids.add(gpu.uuid());
            }
        }
        return uuids;
    }

    /** Returns the keys of its GPUs. */
    Set<String> keys() {
        return this.gpus.stream().map(InsightGpu::key).collect(Collectors.toSet());
    }

    /** Returns its advice, to be compared with that of others. */
    Advice shared() {
        Map<String, Integer> indexes = new LinkedHashMap<>();
        this.gpus.forEach((gpu) -> indexes.put(gpu.key(), gpu.index()));
        return new Advice(this.advice, this.precedence, this.action, this.brief, indexes);
    }

    /** Returns the insight with the advice that it has next to others. */
    Insight among(Collection<Advice> others) {
        LocalizedText next = isActive() ? shared().among(others) : this.advice;
        return new Insight(
                this.id,
                this.rule,
                this.severity,
                this.since,
                this.reportedAt,
                this.until,
                this.gpus,
                this.sentence,
                this.anonymizer,
                this.brief,
                this.cause,
                next,
                this.precedence,
                isActive() ? shared().actionAmong(others) : this.action,
                this.evidence,
                this.chart,
                this.process,
                this.silence);
    }

    /** Returns it for other features. */
    PublishedAlert published() {
        Map<String, Integer> indexes = new LinkedHashMap<>();
        this.gpus.forEach((gpu) -> indexes.put(gpu.key(), gpu.index()));
        return new PublishedAlert(
                this.id,
                this.rule,
                this.severity,
                this.since,
                isActive(),
                indexes,
                this.brief,
                this.sentence,
                this.anonymizer.apply(this.sentence),
                this.advice);
    }

    boolean isActive() {
        return this.until == null;
    }
}
