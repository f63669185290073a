package io.gpulse.insight.rule;

import static io.gpulse.event.message.Messages.text;

import io.gpulse.event.Severity;
import io.gpulse.event.message.LocalizedText;
import io.gpulse.event.message.Quantities;
import io.gpulse.event.xid.Remedy;
import io.gpulse.metric.Metric;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** Memory errors that ECC could not correct, and repairs that are pending or have failed. */
final class MemoryFaults {

    /** Metrics of failed repairs, and the messages of their names. */
    private static final Map<Metric, String> FAILED = Map.of(
            Metric.REMAPPED_ROWS_FAILURE, "memory-fault.row-failed",
            Metric.UNREPAIRABLE_MEMORY, "memory-fault.unrepairable");

    private static final Map<Metric, String> PENDING = Map.of(
            Metric.REMAPPED_BANKS_PENDING, "memory-fault.banks-pending",
            Metric.REMAPPED_ROWS_PENDING, "memory-fault.rows-pending",
            Metric.RETIRED_PAGES_PENDING, "memory-fault.pages-pending",
            Metric.CHANNEL_REPAIR_PENDING, "memory-fault.channel-pending");

    /** Each is checked by itself: a board without ECC may have rows to replace. */
    private static final List<Metric> SIGNS = Stream.of(
                    List.of(Metric.ECC_UNCORRECTED_VOLATILE_TOTAL), PENDING.keySet(), FAILED.keySet())
            .flatMap((metrics) -> metrics.stream())
            .toList();

    private MemoryFaults() {}

    static Verdict check(GpuRuleContext gpu) {
        Finding finding = gpu.finding();
        List<LocalizedText> what = new ArrayList<>();
        List<LocalizedText> shared = new ArrayList<>();
        long errors = addErrors(gpu, finding, what, shared);
        List<LocalizedText> failures = repairs(gpu, FAILED, finding);
        List<LocalizedText> pending = repairs(gpu, PENDING, finding);
        List.of(failures, pending).forEach(what::addAll);
        List.of(failures, pending).forEach(shared::addAll);
        if (what.isEmpty()) {
            return Absences.ofAll(gpu.gpu().sample().readings(), SIGNS)
                    .<Verdict>map(Verdict.Unknown::new)
                    .orElse(Verdict.CLEAR);
        }
        if (errors == 0) {
            finding.withShort(text("rule.errors-growing.short." + (failures.isEmpty() ? "pending" : "failed")));
        }
        return finding.withSeverity(errors > 0 || !failures.isEmpty() ? Severity.CRITICAL : Severity.WARNING)
                .put(
                        "what",
                        LocalizedText.join(LocalizedText.SEMICOLON, what),
                        LocalizedText.join(LocalizedText.SEMICOLON, shared))
                .withAdvice(remedy(errors > 0, !failures.isEmpty()));
    }

    /** Returns the advice that the event of the same fault has. */
    private static Remedy remedy(boolean errors, boolean failed) {
        if (failed) {
            return Remedy.CONTACT_VENDOR;
        }
        return errors ? Remedy.DRAIN_AND_RESET : Remedy.RESET_WHEN_IDLE;
    }

    private static long addErrors(
            GpuRuleContext gpu, Finding finding, List<LocalizedText> what, List<LocalizedText> shared) {
        long now = gpu.machine().wall().toEpochMilli();
        long from = now - gpu.thresholds().millis("window");
        double window = gpu.threshold("window");
        return gpu.gpu()
                .uncorrectedErrors()
                .filter((log) -> log.gainedSince(from) > 0)
                .map((log) -> {
                    long errors = log.gainedSince(from);
                    LocalizedText span = Quantities.duration(window);
                    what.add(text("memory-fault.errors", Map.of("n", errors, "span", span)));
                    shared.add(text("memory-fault.some-errors", Map.of("span", span)));
                    finding.shows(Metric.ECC_UNCORRECTED_VOLATILE_TOTAL, "evidence.uncorrected-errors", errors)
                            .over(window)
                            .heldFor(Math.max(0, now - log.firstChangeSince(from)) / 1000.0);
                    return errors;
                })
                .orElse(0L);
    }

    private static List<LocalizedText> repairs(GpuRuleContext gpu, Map<Metric, String> repairs, Finding finding) {
        return repairs.entrySet().stream()
                .filter((repair) -> gpu.value(repair.getKey()) >= 1)
                .sorted(Map.Entry.comparingByKey())
                .map((repair) -> {
                    finding.shows(repair.getKey(), repair.getValue(), gpu.value(repair.getKey()));
                    return text(repair.getValue());
                })
                .toList();
    }
}
