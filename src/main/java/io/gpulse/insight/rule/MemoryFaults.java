package io.gpulse.insight.rule;

import io.gpulse.event.Severity;
import io.gpulse.event.xid.Remedy;
import io.gpulse.insight.window.ChangeLog;
import io.gpulse.metric.Metric;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Stream;

/** Memory errors that ECC could not correct, and repairs that wait for a reset or have failed. */
final class MemoryFaults {

    /** What says from 1 on that something is to be done. */
    private static final Map<Metric, Phrase> PENDING = Map.of(
            Metric.REMAPPED_BANKS_PENDING,
            new Phrase("banks of memory wait for a reset to be replaced", "有内存 bank 等待重置后替换"),
            Metric.REMAPPED_ROWS_PENDING,
            new Phrase("rows of memory wait for a reset to be replaced", "有内存行等待重置后替换"),
            Metric.RETIRED_PAGES_PENDING,
            new Phrase("pages of memory wait for a reset to be retired", "有内存页等待重置后停用"),
            Metric.CHANNEL_REPAIR_PENDING,
            new Phrase("a memory channel waits for a reset to be repaired", "有内存通道等待重置后修复"));

    private static final Map<Metric, Phrase> FAILED = Map.of(
            Metric.REMAPPED_ROWS_FAILURE,
            new Phrase("a row of memory could not be replaced", "有内存行替换失败"),
            Metric.UNREPAIRABLE_MEMORY,
            new Phrase("memory cannot be repaired", "有内存无法修复"));

    /** Each is judged by itself: a board without ECC may have rows to replace. */
    private static final List<Metric> SIGNS = Stream.of(
                    Stream.of(Metric.ECC_UNCORRECTED_VOLATILE_TOTAL),
                    PENDING.keySet().stream(),
                    FAILED.keySet().stream())
            .flatMap(Function.identity())
            .toList();

    private MemoryFaults() {}

    static Verdict check(GpuRuleContext gpu) {
        long from = gpu.machine().wall().toEpochMilli() - gpu.thresholds().millis("window");
        long errors = errors(gpu, from);
        Phrase span = Phrases.duration(gpu.threshold("window"));
        List<Phrase> what = new ArrayList<>();
        List<Phrase> shared = new ArrayList<>();
        Finding finding = gpu.finding();
        if (errors > 0) {
            Phrase count = Phrases.count(errors, "uncorrected memory error", "uncorrected memory errors", " 个未纠正内存错误");
            what.add(new Phrase(count.en() + " in " + span.en(), span.zh() + "内 " + count.zh()));
            shared.add(new Phrase("uncorrected memory errors in " + span.en(), span.zh() + "内有未纠正内存错误"));
            finding.shows(Metric.ECC_UNCORRECTED_VOLATILE_TOTAL, new Phrase("uncorrected errors", "未纠正错误"), errors)
                    .over(gpu.threshold("window"))
                    .heldFor(heldFor(gpu, from));
        }
        List<Phrase> failures = add(gpu, FAILED, finding);
        List<Phrase> pending = add(gpu, PENDING, finding);
        List.of(failures, pending).forEach(what::addAll);
        List.of(failures, pending).forEach(shared::addAll);
        if (what.isEmpty()) {
            return Absences.ofAll(gpu.gpu().sample().readings(), SIGNS)
                    .<Verdict>map(Verdict.Unknown::new)
                    .orElse(Verdict.CLEAR);
        }
        return finding.as(errors > 0 || !failures.isEmpty() ? Severity.CRITICAL : Severity.WARNING)
                .say("what", joined(what), joined(shared))
                .advising(Phrases.advice(remedy(errors > 0, !failures.isEmpty())));
    }

    /** The event of each has the same. */
    private static Remedy remedy(boolean errors, boolean failed) {
        if (failed) {
            return Remedy.CONTACT_VENDOR;
        }
        return errors ? Remedy.DRAIN_AND_RESET : Remedy.RESET_WHEN_IDLE;
    }

    private static long errors(GpuRuleContext gpu, long from) {
        return gpu.gpu()
                .counter(Metric.ECC_UNCORRECTED_VOLATILE_TOTAL)
                .map((log) -> log.gainedSince(from))
                .orElse(0L);
    }

    private static double heldFor(GpuRuleContext gpu, long from) {
        long first = gpu.gpu()
                .counter(Metric.ECC_UNCORRECTED_VOLATILE_TOTAL)
                .map((ChangeLog log) -> log.firstChangeSince(from))
                .orElse(0L);
        return Math.max(0, gpu.machine().wall().toEpochMilli() - first) / 1000.0;
    }

    private static List<Phrase> add(GpuRuleContext gpu, Map<Metric, Phrase> states, Finding finding) {
        List<Map.Entry<Metric, Phrase>> set = states.entrySet().stream()
                .filter((state) -> gpu.value(state.getKey()) >= 1)
                .sorted(Map.Entry.comparingByKey())
                .toList();
        set.forEach((state) -> finding.shows(state.getKey(), state.getValue(), gpu.value(state.getKey())));
        return set.stream().map(Map.Entry::getValue).toList();
    }

    private static Phrase joined(List<Phrase> phrases) {
        return new Phrase(
                String.join("; ", phrases.stream().map(Phrase::en).toList()),
                String.join("；", phrases.stream().map(Phrase::zh).toList()));
    }
}
