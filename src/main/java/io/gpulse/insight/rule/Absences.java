package io.gpulse.insight.rule;

import static io.gpulse.event.message.Messages.text;

import io.gpulse.device.GpuState;
import io.gpulse.device.Readings;
import io.gpulse.event.message.LocalizedText;
import io.gpulse.insight.window.GpuWindow;
import io.gpulse.metric.Metric;
import io.gpulse.metric.Reason;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The reasons why a rule cannot be checked. */
final class Absences {

    private Absences() {}

    /** Returns why a GPU cannot be checked by these metrics, without its name; empty when it can. */
    static Optional<LocalizedText> of(GpuWindow gpu, List<Metric> needed) {
        GpuState state = gpu.sample().state();
        if (!state.isRead()) {
            return Optional.of(text(state));
        }
        Readings readings = gpu.sample().readings();
        // Where memory of a GPU is memory of the machine too, the kernel's cache counts as used.
        boolean cached = needed.contains(Metric.MEMORY_USED)
                && readings.word(Metric.NUMA_NODE).isPresent();
        return of(readings, needed).or(() -> cached ? Optional.of(text("check.kernel-cache")) : Optional.empty());
    }

    /** Returns why these metrics cannot be checked; empty when all are present. */
    static Optional<LocalizedText> of(Readings readings, List<Metric> needed) {
        return needed.stream()
                .flatMap((metric) -> readings.absence(metric).map((reason) -> missing(metric, reason)).stream())
                .findFirst();
    }

    /** Returns why none of these metrics can be checked; empty when one is present. */
    static Optional<LocalizedText> ofAll(Readings readings, List<Metric> signs) {
        return signs.stream().anyMatch((sign) -> readings.absence(sign).isEmpty())
                ? Optional.empty()
                : of(readings, signs);
    }

    private static LocalizedText missing(Metric metric, Reason reason) {
        return text("check.missing-metric", Map.of("metric", metric.key(), "why", text(reason)));
    }
}
