package io.gpulse.event;

import java.time.Duration;
import java.util.Collections;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/** The rules by which alerts share a row: alerts of one rule, or equal alerts of several GPUs that begin together. */
final class SharedRow {

    private static final Duration TOGETHER = Duration.ofSeconds(10);

    /** Facts in which equal alerts may differ. */
    private static final Set<String> MEASURED = Set.of(
            EventAttribute.LOWEST_SM_CLOCK,
            EventAttribute.P_STATE,
            EventAttribute.SECONDS,
            EventAttribute.GPUS,
            EventAttribute.UUIDS,
            EventAttribute.INDEXES);

    private SharedRow() {}

    /** Returns whether an alert belongs to an open row. */
    static boolean isFor(Incident row, EventDraft draft) {
        return isSameAlert(row.event(), draft) || isEqual(row.event(), draft) && isTogether(row, draft);
    }

    /** The row of a rule takes the kind of the event that reports the same. */
    private static boolean isSameAlert(GpuEvent row, EventDraft draft) {
        String rule = draft.facts().get(EventAttribute.RULE);
        return rule != null
                && row.kind() == EventKind.INSIGHT
                && draft.kind() != EventKind.INSIGHT
                && isOf(rule, GpuEvent.uuids(draft.gpu(), draft.facts()), row);
    }

    /** Returns whether a row is of a rule and about one of these GPUs. */
    static boolean isOf(String rule, Set<String> gpus, GpuEvent row) {
        return rule.equals(row.facts().get(EventAttribute.RULE)) && !Collections.disjoint(gpus, row.uuids());
    }

    private static boolean isEqual(GpuEvent row, EventDraft draft) {
        return row.kind() == draft.kind()
                && isShareable(draft)
                && row.severity() == draft.severity()
                && compared(row.kind(), row.facts()).equals(compared(draft.kind(), draft.facts()));
    }

    private static boolean isTogether(Incident row, EventDraft draft) {
        EventGpu gpu = draft.gpu();
        return gpu != null
                && (row.event().uuids().contains(gpu.uuid())
                        || Duration.between(row.latest(), draft.at()).abs().compareTo(TOGETHER) <= 0);
    }

    /** A GPU that fell off the bus has a row of its own, which becomes that of its Xid. */
    private static boolean isShareable(EventDraft draft) {
        return switch (draft.kind()) {
            case CLOCKS, P_STATE, GPU_STUCK, GPU_FAILED -> true;
            case GPU_LOST -> "removed".equals(draft.facts().get(EventAttribute.BUS));
            default -> false;
        };
    }

    private static Map<String, String> compared(EventKind kind, Map<String, String> facts) {
        Map<String, String> compared = new TreeMap<>(facts);
        compared.keySet().removeAll(MEASURED);
        if (kind == EventKind.GPU_STUCK) {
            // The calls that do not return differ from GPU to GPU.
            compared.remove(EventAttribute.REASON);
        }
        return compared;
    }

    static void join(EventChange row, EventDraft draft) {
        String clock = draft.facts().get(EventAttribute.LOWEST_SM_CLOCK);
        row.joinedBy(draft.gpus())
                .atMost(EventAttribute.LOWEST_SM_CLOCK, clock == null ? null : Long.valueOf(clock))
                .become(draft);
    }
}
