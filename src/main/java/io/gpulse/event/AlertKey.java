package io.gpulse.event;

import io.gpulse.event.xid.Xid;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The identity of an alert. It is computed from the row, so that the rows of every version have one; an alert continues
 * the row of the previous run that has its key.
 *
 * @param alert the kind of the event; the rule of one that only a rule reports
 * @param gpu its UUID; empty for the machine
 * @param part in what the alerts of one kind and GPU differ; empty for a kind without parts
 */
record AlertKey(String alert, String gpu, String part) {

    /** Returns the keys of a row: for each of its GPUs one of its kind, and those of all that its fault explains. */
    static Set<AlertKey> of(GpuEvent row) {
        return of(row.kind(), row.xid(), row.uuids(), row.facts());
    }

    /** Returns whether an alert continues a row with these keys, for each GPU of the alert. */
    static boolean isContinued(Set<AlertKey> row, EventDraft alert) {
        Set<AlertKey> common = of(alert);
        common.retainAll(row);
        return !common.isEmpty()
                && common.stream()
                        .map(AlertKey::gpu)
                        .collect(Collectors.toSet())
                        .containsAll(alert.uuids());
    }

    /** Returns the keys of an alert, with those of a row of its rule and of a row of several GPUs with its action. */
    private static Set<AlertKey> of(EventDraft alert) {
        Set<AlertKey> keys = of(alert.kind(), alert.xid(), alert.uuids(), alert.facts());
        for (String uuid : alert.uuids()) {
            if (alert.facts().containsKey(EventAttribute.RULE)) {
                keys.add(new AlertKey(nameOfRule(alert.facts()), uuid, ""));
            }
            if (alert.kind() == EventKind.RECOVERY_ACTION) {
                String action = alert.facts().getOrDefault(EventAttribute.ACTION, "");
                keys.add(new AlertKey(alert.kind().label(), uuid, action));
            }
        }
        return keys;
    }

    private static String nameOfRule(Map<String, String> facts) {
        return "rule " + facts.get(EventAttribute.RULE);
    }

    private static Set<AlertKey> of(
            EventKind kind, @Nullable Integer xid, Set<String> uuids, Map<String, String> facts) {
        Set<AlertKey> keys = new HashSet<>();
        for (EventKind own : EventKind.values()) {
            if (own == kind || (xid != null && Xid.of(xid).explains(own))) {
                String alert = own == EventKind.INSIGHT ? nameOfRule(facts) : own.label();
                String part = own == EventKind.XID ? String.valueOf(xid) : part(own, uuids.size() > 1, facts);
                (uuids.isEmpty() ? Set.of("") : uuids).forEach((gpu) -> keys.add(new AlertKey(alert, gpu, part)));
            }
        }
        return keys;
    }

    private static String part(EventKind kind, boolean several, Map<String, String> facts) {
        return switch (kind) {
            case CLOCKS -> facts.getOrDefault(EventAttribute.REASON, "");
            case LINK_ERRORS -> facts.getOrDefault(EventAttribute.LINK, "");
            case RECOVERY_ACTION -> several ? facts.getOrDefault(EventAttribute.ACTION, "") : "";
            default -> "";
        };
    }
}
