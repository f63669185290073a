package io.gpulse.text.query;

import io.gpulse.device.GpuSample;
import io.gpulse.device.Snapshot;
import io.gpulse.metric.Metric;
import io.gpulse.web.RoundPipeline;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import reactor.core.publisher.Flux;
import reactor.core.scheduler.Scheduler;

/**
 * The samples of the last minute, for {@code nvidia-smi -q -d}, which prints their number and extremes. There is one
 * sample per round. A GPU that stops responding loses its samples.
 */
public final class RecentSamples extends RoundPipeline {

    static final Duration SPAN = Duration.ofMinutes(1);

    /** The rows whose samples nvidia-smi prints. */
    static final List<Metric> SAMPLED = List.of(
            Metric.UTILIZATION_GPU,
            Metric.UTILIZATION_MEMORY,
            Metric.UTILIZATION_ENCODER,
            Metric.UTILIZATION_DECODER,
            Metric.UTILIZATION_JPEG,
            Metric.UTILIZATION_OFA,
            Metric.POWER_DRAW,
            Metric.CLOCKS_SM,
            Metric.CLOCKS_MEMORY);

    private final Map<String, Deque<Sample>> byGpu = new HashMap<>();

    /** @param values of the rows of {@link #SAMPLED} that are present */
    private record Sample(Instant at, Map<Metric, Double> values) {}

    /**
     * @param snapshots one per round, hot
     * @param thread a scheduler of one thread
     */
    public RecentSamples(Flux<Snapshot> snapshots, Scheduler thread) {
        super("text", thread);
        consume("Collection of samples for nvidia-smi's texts", snapshots, 1, this::add);
    }

    /** A summary of samples. */
    record Figures(Duration span, int count, double max, double min, double average) {}

    /** Adds a round, and removes samples older than a minute. */
    synchronized void add(Snapshot snapshot) {
        Instant oldest = snapshot.takenAt().minus(SPAN);
        Map<String, Deque<Sample>> present = new HashMap<>();
        for (GpuSample gpu : snapshot.gpus()) {
            String uuid = gpu.uuid();
            Instant at = gpu.sampledAt();
            if (uuid != null && at != null && gpu.isRead()) {
                Deque<Sample> samples = this.byGpu.getOrDefault(uuid, new ArrayDeque<>());
                add(new Sample(at, values(gpu)), oldest, samples);
                present.put(uuid, samples);
            }
        }
        this.byGpu.clear();
        this.byGpu.putAll(present);
    }

    private static void add(Sample sample, Instant oldest, Deque<Sample> samples) {
        Sample last = samples.peekLast();
        if (last != null && last.at().isAfter(sample.at())) {
            samples.clear();
        }
        if (last == null || !last.at().equals(sample.at())) {
            samples.addLast(sample);
        }
        while (!samples.isEmpty() && samples.getFirst().at().isBefore(oldest)) {
            samples.removeFirst();
        }
    }

    private static Map<Metric, Double> values(GpuSample gpu) {
        Map<Metric, Double> values = new EnumMap<>(Metric.class);
        SAMPLED.forEach((metric) -> gpu.readings().number(metric).ifPresent((number) -> values.put(metric, number)));
        return values;
    }

    /** Returns the summary of a row; empty without samples. */
    synchronized Optional<Figures> of(GpuSample gpu, Metric metric) {
        String uuid = gpu.uuid();
        Deque<Sample> samples = uuid == null ? null : this.byGpu.get(uuid);
        if (samples == null) {
            return Optional.empty();
        }
        List<Sample> known = samples.stream()
                .filter((sample) -> sample.values().containsKey(metric))
                .toList();
        return known.isEmpty() ? Optional.empty() : Optional.of(figures(known, metric));
    }

    private static Figures figures(List<Sample> samples, Metric metric) {
        var statistics = samples.stream()
                .mapToDouble((sample) -> sample.values().get(metric))
                .summaryStatistics();
        Duration span = Duration.between(
                samples.get(0).at(), samples.get(samples.size() - 1).at());
        return new Figures(span, samples.size(), statistics.getMax(), statistics.getMin(), statistics.getAverage());
    }
}
