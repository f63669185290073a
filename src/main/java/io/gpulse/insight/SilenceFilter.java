package io.gpulse.insight;

import io.gpulse.insight.Insight.GpuRef;
import io.gpulse.insight.Insight.Holder;
import io.gpulse.insight.silence.Silence;
import io.gpulse.insight.silence.Silences;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Separates findings that a silence covers from those that are listed and notified. A finding of several GPUs is
 * separated by GPU.
 */
final class SilenceFilter {

    private final Silences silences;
    private Set<String> silencedBefore = Set.of();

    SilenceFilter(Silences silences) {
        this.silences = silences;
    }

    /** A finding, or its part about some GPUs, with the silence that covers it. */
    record Silenced(Insight insight, Silence silence) {}

    /** Returns what no silence covers. Findings that are over are listed whether or not they were silenced. */
    List<Insight> unsilenced(List<Insight> insights) {
        List<Silence> current = this.silences.current();
        return insights.stream()
                .flatMap((insight) -> (insight.isActive() ? audible(insight, current) : Optional.of(insight)).stream())
                .toList();
    }

    /** Returns what silences cover, each part with the first silence that covers it. */
    List<Silenced> silenced(List<Insight> insights) {
        List<Silence> current = this.silences.current();
        List<Silenced> found = new ArrayList<>();
        insights.stream().filter(Insight::isActive).forEach((insight) -> found.addAll(covered(insight, current)));
        return found;
    }

    /** Returns the part of a finding that is notified; empty when silences cover all of it. */
    Optional<Insight> audible(Insight change) {
        return audible(change, this.silences.current());
    }

    /** Returns those active findings whose silence has ended since the previous call. One thread calls it. */
    List<Insight> released(List<Insight> active) {
        List<Silence> current = this.silences.current();
        List<Insight> released = new ArrayList<>();
        Set<String> silencedNow = new HashSet<>();
        for (Insight insight : active) {
            Optional<Insight> audible = audible(insight, current);
            if (audible.isEmpty()) {
                silencedNow.add(insight.id());
            } else if (this.silencedBefore.contains(insight.id())) {
                released.add(audible.get());
            }
        }
        this.silencedBefore = silencedNow;
        return released;
    }

    private static Optional<Insight> audible(Insight insight, List<Silence> current) {
        List<Silence> matching = matching(insight, current);
        if (insight.gpus().isEmpty()) {
            return of(null, matching) == null ? Optional.of(insight) : Optional.empty();
        }
        List<GpuRef> heard = insight.gpus().stream()
                .filter((gpu) -> of(gpu, matching) == null)
                .toList();
        return heard.isEmpty() ? Optional.empty() : Optional.of(insight.about(heard));
    }

    private static List<Silenced> covered(Insight insight, List<Silence> current) {
        List<Silence> matching = matching(insight, current);
        if (insight.gpus().isEmpty()) {
            Silence silence = of(null, matching);
            return silence == null ? List.of() : List.of(new Silenced(insight, silence));
        }
        Map<Silence, List<GpuRef>> parts = new LinkedHashMap<>();
        for (GpuRef gpu : insight.gpus()) {
            Silence silence = of(gpu, matching);
            if (silence != null) {
                parts.computeIfAbsent(silence, (first) -> new ArrayList<>()).add(gpu);
            }
        }
        List<Silenced> found = new ArrayList<>();
        parts.forEach((silence, gpus) -> found.add(new Silenced(insight.about(gpus), silence)));
        return found;
    }

    private static List<Silence> matching(Insight insight, List<Silence> current) {
        Holder process = insight.process();
        return current.stream()
                .filter((silence) -> process == null
                        ? silence.covers(insight.rule(), null, null)
                        : silence.covers(insight.rule(), process.pid(), process.name()))
                .toList();
    }

    /** @param gpu null for what is about the machine, which only a silence of all GPUs covers */
    private static @Nullable Silence of(@Nullable GpuRef gpu, List<Silence> matching) {
        return matching.stream()
                .filter((silence) -> gpu == null ? silence.gpu() == null : silence.coversGpu(gpu.index(), gpu.uuid()))
                .findFirst()
                .orElse(null);
    }
}
