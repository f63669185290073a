package io.gpulse.event;

import io.gpulse.event.xid.Xid;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The rules by which an alert belongs to a row: one of this run, or one of the previous run. */
final class RowMatch {

    /** Equal alerts of several GPUs share a row when they begin within this time of each other. */
    private static final Duration TOGETHER = Duration.ofSeconds(10);

    /** Facts in which alerts of one kind and GPU differ. */
    private static final List<String> PARTS = List.of(EventAttribute.REASON, EventAttribute.LINK);

    /** Facts that alerts of several GPUs must have in common to share a row, for the kinds that are shared. */
    private static final Map<EventKind, List<String>> SHARED = Map.of(
            EventKind.CLOCKS,
            List.of(
                    EventAttribute.RULE,
                    EventAttribute.REASON,
                    EventAttribute.ON_BATTERY,
                    EventAttribute.LIMIT,
                    EventAttribute.DEFAULT_LIMIT),
            EventKind.P_STATE,
            List.of(EventAttribute.ON_BATTERY),
            // The calls that do not return differ from GPU to GPU.
            EventKind.GPU_STUCK,
            List.of(EventAttribute.SOLDERED),
            EventKind.GPU_FAILED,
            List.of(EventAttribute.STATE, EventAttribute.REASON, EventAttribute.SOLDERED),
            EventKind.GPU_LOST,
            List.of(EventAttribute.BUS, EventAttribute.REASON, EventAttribute.SOLDERED),
            EventKind.RECOVERY_ACTION,
            List.of(EventAttribute.ACTION),
            EventKind.LINK_ERRORS,
            List.of(EventAttribute.LINK));

    private RowMatch() {}

    /** Returns whether an alert belongs to an open row of this run. */
    static boolean isJoined(Incident row, EventDraft alert) {
        return isOfRule(row.event(), alert) || (isEqual(row.event(), alert) && isTogether(row, alert));
    }

    /** The row of a rule takes the kind of the event that reports the same. */
    private static boolean isOfRule(GpuEvent row, EventDraft alert) {
        return row.kind() == EventKind.INSIGHT && alert.kind() != EventKind.INSIGHT && hasSameRule(row, alert);
    }

    /** Returns whether a row is of the alert's rule and about one of its GPUs. */
    static boolean hasSameRule(GpuEvent row, EventDraft alert) {
        return alert.facts().containsKey(EventAttribute.RULE)
                && hasEqual(EventAttribute.RULE, row, alert)
                && !Collections.disjoint(row.uuids(), alert.uuids());
    }

    private static boolean isEqual(GpuEvent row, EventDraft alert) {
        List<String> common = SHARED.get(alert.kind());
        return common != null
                && row.kind() == alert.kind()
                && row.severity() == alert.severity()
                && common.stream().allMatch((fact) -> hasEqual(fact, row, alert));
    }

    private static boolean isTogether(Incident row, EventDraft alert) {
        EventGpu gpu = alert.gpu();
        return gpu != null
                && (row.event().uuids().contains(gpu.uuid())
                        || Duration.between(row.latest(), alert.at()).abs().compareTo(TOGETHER) <= 0);
    }

    /** Returns whether an alert continues a row of the previous run. */
    static boolean isContinued(GpuEvent row, EventDraft alert) {
        if (!isOfSameGpus(row, alert.uuids())) {
            return false;
        }
        if (explains(row.xid(), alert.kind()) || explains(alert.xid(), row.kind())) {
            return true;
        }
        if (row.kind() == EventKind.INSIGHT) {
            return hasEqual(EventAttribute.RULE, row, alert);
        }
        if (row.kind() == EventKind.RECOVERY_ACTION && row.gpu() == null) {
            return isEqual(row, alert);
        }
        return row.kind() == alert.kind()
                && (isState(alert.kind()) || PARTS.stream().allMatch((part) -> hasEqual(part, row, alert)));
    }

    private static boolean isOfSameGpus(GpuEvent row, Set<String> gpus) {
        return row.uuids().equals(gpus) || (!gpus.isEmpty() && row.uuids().containsAll(gpus));
    }

    /** Returns whether a fault is the cause of an event. */
    private static boolean explains(@Nullable Integer xid, EventKind kind) {
        return xid != null && Xid.of(xid).explains(kind);
    }

    /** A GPU has one state; the text of the driver about it varies. */
    private static boolean isState(EventKind kind) {
        return isUnreachable(kind) || kind == EventKind.DRIVER_GONE || kind == EventKind.RECOVERY_ACTION;
    }

    /** Returns whether an alert takes the place of a row: the same GPU or rule is reported in another way. */
    static boolean isReplaced(GpuEvent row, EventDraft alert) {
        return alert.kind() == EventKind.INSIGHT
                ? row.kind() == EventKind.INSIGHT && hasSameRule(row, alert)
                : isUnreachable(alert.kind())
                        && isUnreachable(row)
                        && !Collections.disjoint(row.uuids(), alert.uuids());
    }

    /** Returns whether a row reports a GPU that does not answer, for whatever cause. */
    static boolean isUnreachable(GpuEvent row) {
        return !row.uuids().isEmpty()
                && (isUnreachable(row.kind())
                        || (row.kind() == EventKind.XID && row.facts().containsKey(EventAttribute.STATE)));
    }

    private static boolean isUnreachable(EventKind kind) {
        return kind == EventKind.GPU_LOST || kind == EventKind.GPU_STUCK || kind == EventKind.GPU_FAILED;
    }

    private static boolean hasEqual(String fact, GpuEvent row, EventDraft alert) {
        return Objects.equals(row.facts().get(fact), alert.facts().get(fact));
    }
}
