package io.gpulse.event;

import io.gpulse.event.xid.XidTable;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** What lasted when an earlier gpulse ended; whether it lasts on is not known yet. */
final class RestoredIncidents {

    /** Facts by which several incidents of one kind and GPU differ. */
    private static final List<String> PARTS = List.of(EventAttribute.REASON, EventAttribute.LINK, EventAttribute.RULE);

    private final List<Incident> waiting = new ArrayList<>();

    void add(Incident incident) {
        this.waiting.add(incident);
    }

    /** The one that goes on as this; null when none does. */
    @Nullable
    Incident takeLike(EventDraft draft) {
        for (Incident incident : this.waiting) {
            if (isLike(incident.event(), draft)) {
                this.waiting.remove(incident);
                return incident;
            }
        }
        return null;
    }

    private static boolean isLike(GpuEvent before, EventDraft now) {
        if (!isOfSameGpus(before, GpuEvent.uuids(now.gpu(), now.facts()))) {
            return false;
        }
        if (explains(before.xid(), now.kind()) || explains(now.xid(), before.kind())) {
            return true;
        }
        return before.kind() == now.kind()
                && PARTS.stream()
                        .allMatch((part) -> isState(now.kind())
                                || Objects.equals(
                                        before.facts().get(part), now.facts().get(part)));
    }

    /** What is of several GPUs goes on with each of them; the others join. */
    private static boolean isOfSameGpus(GpuEvent before, Set<String> gpus) {
        boolean joined = before.kind() == EventKind.INSIGHT || isSilence(before.kind());
        return before.uuids().equals(gpus)
                || joined && !gpus.isEmpty() && before.uuids().containsAll(gpus);
    }

    /** Whether it is the fault by which the other came about. */
    private static boolean explains(@Nullable Integer xid, EventKind kind) {
        return xid != null && XidTable.of(xid).explains(kind);
    }

    /** A GPU has one state; what the driver says of it differs from time to time. */
    private static boolean isState(EventKind kind) {
        return switch (kind) {
            case GPU_LOST, GPU_STUCK, GPU_FAILED, DRIVER_GONE, RECOVERY_ACTION -> true;
            default -> false;
        };
    }

    /** Those of GPUs that did not answer, and do now. */
    List<Incident> takeAnswering(Set<String> answering) {
        return take((event) -> isSilence(event) && answering.containsAll(event.uuids()));
    }

    /** Those that would have been seen to last on by now. */
    List<Incident> takeUnseen(Set<String> answering) {
        return take((event) -> event.kind() != EventKind.INSIGHT
                && !isSilence(event)
                && (!isAsked(event) || answering.containsAll(event.uuids())));
    }

    /** What rules said. */
    List<Incident> takeInsights(Predicate<GpuEvent> over) {
        return take((event) -> event.kind() == EventKind.INSIGHT && over.test(event));
    }

    /** Those of a GPU that does not answer in another way now, and what a rule says of other GPUs beside it now. */
    List<Incident> takeReplaced(EventDraft now) {
        if (now.kind() == EventKind.INSIGHT) {
            return take((event) -> event.kind() == EventKind.INSIGHT
                    && Objects.equals(
                            event.facts().get(EventAttribute.RULE), now.facts().get(EventAttribute.RULE))
                    && !Collections.disjoint(event.uuids(), GpuEvent.uuids(now.gpu(), now.facts())));
        }
        return isSilence(now.kind())
                ? take((event) -> isSilence(event)
                        && !Collections.disjoint(event.uuids(), GpuEvent.uuids(now.gpu(), now.facts())))
                : List.of();
    }

    /** Whether a GPU does not answer, by whatever fault. */
    private static boolean isSilence(GpuEvent event) {
        return !event.uuids().isEmpty()
                && (isSilence(event.kind())
                        || event.kind() == EventKind.XID && event.facts().containsKey(EventAttribute.STATE));
    }

    private static boolean isSilence(EventKind kind) {
        return kind == EventKind.GPU_LOST || kind == EventKind.GPU_STUCK || kind == EventKind.GPU_FAILED;
    }

    /** Whether the GPU has to answer to say that it is over. */
    private static boolean isAsked(GpuEvent event) {
        return event.gpu() != null && (event.kind() == EventKind.XID || event.kind() == EventKind.RECOVERY_ACTION);
    }

    List<Incident> takeAll() {
        return take((event) -> true);
    }

    private List<Incident> take(Predicate<GpuEvent> wanted) {
        List<Incident> taken = this.waiting.stream()
                .filter((incident) -> wanted.test(incident.event()))
                .toList();
        this.waiting.removeAll(taken);
        return taken;
    }
}
