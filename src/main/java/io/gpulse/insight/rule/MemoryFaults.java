package io.gpulse.insight.rule;

import static io.gpulse.event.message.Messages.text;

import io.gpulse.event.Severity;
import io.gpulse.event.message.LocalizedText;
import io.gpulse.event.message.Quantities;
import io.gpulse.event.xid.MemoryRepair;
import io.gpulse.event.xid.Remedy;
import io.gpulse.metric.Metric;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** Memory errors that ECC could not correct, and repairs that are pending or have failed. */
final class MemoryFaults {

    /** Each is checked by itself: a board without ECC may have rows to replace. */
    private static final List<Metric> SIGNS = Stream.concat(
                    Stream.of(Metric.ECC_UNCORRECTED_VOLATILE_TOTAL),
                    Stream.of(Remedy.RESET_WHEN_IDLE, Remedy.CONTACT_VENDOR)
                            .flatMap(MemoryFaults::repairs)
                            .map(MemoryRepair::metric))
            .toList();

    private MemoryFaults() {}

    static Verdict check(GpuRuleContext gpu) {
        Finding finding = gpu.finding();
        List<LocalizedText> what = new ArrayList<>();
        List<LocalizedText> shared = new ArrayList<>();
        long errors = addErrors(gpu, finding, what, shared);
        List<LocalizedText> failures = repairs(gpu, Remedy.CONTACT_VENDOR, finding);
        List<LocalizedText> pending = repairs(gpu, Remedy.RESET_WHEN_IDLE, finding);
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
        if (errors == 0 || !failures.isEmpty()) {
            finding.because(failures.isEmpty() ? "repair-pending" : "repair-failed");
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

    private static List<LocalizedText> repairs(GpuRuleContext gpu, Remedy remedy, Finding finding) {
        return repairs(remedy)
                .filter((repair) -> gpu.value(repair.metric()) >= 1)
                .map((repair) -> {
                    finding.shows(repair.metric(), repair.words(), gpu.value(repair.metric()));
                    return repair.words();
                })
                .toList();
    }

    /** Returns the repairs of memory that need something. */
    private static Stream<MemoryRepair> repairs(Remedy remedy) {
        return Arrays.stream(MemoryRepair.values())
                .filter((repair) -> repair.remedy() == remedy && repair != MemoryRepair.TPC_PENDING);
    }
}
