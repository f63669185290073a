package io.gpulse.event.text;

import io.gpulse.event.EventGpu;
import io.gpulse.event.message.LocalizedText;
import io.gpulse.event.message.Messages;
import io.gpulse.event.xid.Precedence;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeSet;

/**
 * The advice of an active alert.
 *
 * @param alert names the alert
 * @param gpus indexes of its GPUs; none for the machine
 */
public record Advice(LocalizedText text, Precedence precedence, LocalizedText alert, SortedSet<Integer> gpus) {

    /**
     * Returns the advice next to that of other active alerts. On each GPU where it gives way, it is that of the other
     * alert, with the name of that alert.
     */
    public LocalizedText among(Collection<Advice> active) {
        SortedSet<Integer> own = new TreeSet<>(this.gpus);
        Map<Advice, SortedSet<Integer>> others = new LinkedHashMap<>();
        for (Integer gpu : this.gpus) {
            strongest(gpu, active).ifPresent((other) -> {
                own.remove(gpu);
                others.computeIfAbsent(other, (first) -> new TreeSet<>()).add(gpu);
            });
        }
        boolean all = own.isEmpty() && others.size() == 1;
        LocalizedText advice = own.isEmpty() && !others.isEmpty() ? LocalizedText.NONE : this.text;
        for (Map.Entry<Advice, SortedSet<Integer>> other : others.entrySet()) {
            advice = advice.thenSentence(other.getKey().first(all, other.getValue()));
        }
        return advice;
    }

    /** Returns the advice that this one gives way to; none if both are the same. */
    private Optional<Advice> strongest(Integer gpu, Collection<Advice> active) {
        return active.stream()
                .filter((other) -> this.precedence.givesWayTo(other.precedence) && other.gpus.contains(gpu))
                .min(Comparator.comparing(Advice::precedence))
                .filter((other) -> !other.text.equals(this.text));
    }

    /** @param all whether it is about all GPUs of the alert that gives way */
    private LocalizedText first(boolean all, SortedSet<Integer> on) {
        return Messages.text(
                all ? "advice.first" : "advice.first-on",
                Map.of("gpus", EventTextBuilder.gpus(EventGpu.indexes(on)), "alert", this.alert, "advice", this.text));
    }
}
