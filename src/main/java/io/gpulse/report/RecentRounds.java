package io.gpulse.report;

import io.gpulse.device.Snapshot;
import io.gpulse.history.KnownGpu;
import io.gpulse.metric.Metric;
import io.gpulse.metric.Reason;
import io.gpulse.web.RoundPipeline;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.core.publisher.Sinks;
import reactor.core.scheduler.Schedulers;

/**
 * Keeps the rounds of the last 15 minutes in memory, at most 8 MB of them. When the clock is set back, the rounds that
 * are then in the future are dropped. Any thread may read.
 */
final class RecentRounds extends RoundPipeline {

    private static final long KEPT_MILLIS = Duration.ofMinutes(15).toMillis();

    private static final int MOST_BYTES = 8 << 20;
    private static final int BYTES_OF_GPU = 256;
    private static final int BYTES_OF_PROCESS = 56;

    private final Deque<Round> rounds = new ArrayDeque<>();
    private final Map<String, KnownGpu> gpus = new LinkedHashMap<>();
    private final Map<String, Map<Metric, Reason>> absences = new HashMap<>();
    private final Sinks.Many<Round> newest = Sinks.many().replay().latest();
    private @Nullable Snapshot latest;
    private int bytes;

    /**
     * One round.
     *
     * @param at when it began, in epoch ms
     * @param every from round to round, in ms
     */
    record Round(long at, long every, List<GpuRound> gpus) {

        private int bytes() {
            return this.gpus.stream()
                    .mapToInt((gpu) -> BYTES_OF_GPU
                            + (gpu.processes() == null ? 0 : gpu.processes().size() * BYTES_OF_PROCESS))
                    .sum();
        }
    }

    /**
     * The rounds in memory.
     *
     * @param rounds those that were requested, the oldest first
     * @param gpus the GPUs of all rounds, by UUID
     * @param since when the oldest round began, in epoch ms; {@code Long.MAX_VALUE} when there is none
     * @param latest the newest snapshot; null when there is none
     */
    record Recent(
            List<Round> rounds,
            Map<String, KnownGpu> gpus,
            long since,
            @Nullable Snapshot latest) {

        boolean simulated() {
            return this.latest != null && this.latest.source().simulated();
        }
    }

    /** @param snapshots one per round, hot */
    RecentRounds(Flux<Snapshot> snapshots) {
        super("report", Schedulers.immediate());
        consume("Recording of recent rounds", snapshots, 1, this::add);
    }

    private void add(Snapshot snapshot) {
        this.newest.tryEmitNext(keep(snapshot));
    }

    private synchronized Round keep(Snapshot snapshot) {
        long at = snapshot.takenAt().toEpochMilli();
        if (this.latest != null
                && this.latest.source().simulated() != snapshot.source().simulated()) {
            this.rounds.clear();
            this.gpus.clear();
            this.bytes = 0;
        }
        this.latest = snapshot;
        while (!this.rounds.isEmpty() && this.rounds.getLast().at >= at) {
            this.bytes -= this.rounds.removeLast().bytes();
        }
        Round round = new Round(at, snapshot.every().toMillis(), gpus(snapshot));
        this.rounds.addLast(round);
        this.bytes += round.bytes();
        while (this.rounds.size() > 1 && (this.bytes > MOST_BYTES || at - this.rounds.getFirst().at > KEPT_MILLIS)) {
            this.bytes -= this.rounds.removeFirst().bytes();
        }
        Instant oldest = Instant.ofEpochMilli(this.rounds.getFirst().at);
        this.gpus.values().removeIf((gpu) -> gpu.lastSeenAt().isBefore(oldest));
        return round;
    }

    private List<GpuRound> gpus(Snapshot snapshot) {
        List<GpuRound> found = new ArrayList<>(snapshot.gpus().size());
        snapshot.byUuid().forEach((uuid, gpu) -> {
            this.gpus.put(uuid, KnownGpu.of(gpu, snapshot));
            GpuRound round = GpuRound.of(gpu, uuid).sharing(this.absences.getOrDefault(uuid, Map.of()));
            this.absences.put(uuid, round.absent());
            found.add(round);
        });
        return found;
    }

    /** Returns the rounds from one moment to another and those around them, and the GPUs of all. */
    synchronized Recent between(long from, long to) {
        return new Recent(
                this.rounds.stream()
                        .filter((round) -> round.at >= from && round.at <= to)
                        .toList(),
                new LinkedHashMap<>(this.gpus),
                this.rounds.isEmpty() ? Long.MAX_VALUE : this.rounds.getFirst().at,
                this.latest);
    }

    /** Returns the newest round; null when there is none. */
    synchronized @Nullable Round newest() {
        return this.rounds.peekLast();
    }

    /** Completes with the first round after which no further one begins up to a moment, in epoch ms. */
    Mono<Round> roundsUntil(long to) {
        return this.newest
                .asFlux()
                .filter((round) -> round.at + round.every > to)
                .next();
    }
}
