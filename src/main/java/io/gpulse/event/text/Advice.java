package io.gpulse.event.text;

import io.gpulse.event.EventGpu;
import io.gpulse.event.message.LocalizedText;
import io.gpulse.event.message.Messages;
import io.gpulse.event.xid.Precedence;
import io.gpulse.event.xid.RepairAction;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;

/**
 * The advice of an active alert.
 *
 * @param action what it amounts to
 * @param alert names the alert; empty for GPUs that are only hot
 * @param gpus indexes of its GPUs by UUID; none for the machine
 */
public record Advice(
        LocalizedText text,
        Precedence precedence,
        RepairAction action,
        LocalizedText alert,
        Map<String, Integer> gpus) {

    /**
     * Returns the advice next to that of other active alerts. On each GPU where it gives way, it is that of the other
     * alert, with the name of that alert.
     */
    public LocalizedText among(Collection<Advice> active) {
        Set<String> own = new HashSet<>(this.gpus.keySet());
        Map<Advice, SortedSet<Integer>> others = new LinkedHashMap<>();
        this.gpus.forEach((uuid, index) -> strongest(uuid, active)
                .filter((other) -> !other.text.equals(this.text))
                .ifPresent((other) -> {
                    own.remove(uuid);
                    others.computeIfAbsent(other, (first) -> new TreeSet<>()).add(index);
                }));
        boolean all = own.isEmpty() && others.size() == 1;
        LocalizedText advice = own.isEmpty() && !others.isEmpty() ? LocalizedText.NONE : this.text;
        for (Map.Entry<Advice, SortedSet<Integer>> other : others.entrySet()) {
            advice = advice.thenSentence(other.getKey().first(all, other.getValue()));
        }
        return advice;
    }

    /** Returns what the advice amounts to next to that of other active alerts: the greatest effort for any GPU. */
    public RepairAction actionAmong(Collection<Advice> active) {
        return this.gpus.keySet().stream()
                .map((uuid) -> strongest(uuid, active).orElse(this).action)
                .max(Comparator.naturalOrder())
                .orElse(this.action);
    }

    /** Returns the advice that this one gives way to, and that gives way to no other. */
    private Optional<Advice> strongest(String uuid, Collection<Advice> active) {
        return active.stream()
                .filter((other) -> this.precedence.givesWayTo(other.precedence) && other.gpus.containsKey(uuid))
                .min(Comparator.comparing(Advice::precedence))
                .map((other) -> other.strongest(uuid, active).orElse(other));
    }

    /** @param all whether it is about all GPUs of the alert that gives way */
    private LocalizedText first(boolean all, SortedSet<Integer> on) {
        String key = this.alert.isEmpty() ? "advice.hot" : all ? "advice.first" : "advice.first-on";
        LocalizedText named = EventTextBuilder.gpus(EventGpu.indexes(on));
        return Messages.text(key)
                .numbered(on.size() > 1)
                .with(Map.of("gpus", named, "alert", this.alert, "advice", this.text));
    }
}
