package io.gpulse.rounds;

import io.gpulse.device.Snapshot;
import io.gpulse.metric.Metric;
import io.gpulse.metric.Reason;
import io.gpulse.web.RoundPipeline;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.core.publisher.Sinks;
import reactor.core.scheduler.Schedulers;

/**
 * Keeps the rounds of the last 15 minutes in memory, at most 16 MB of them; of older ones the utilization alone. Any
 * thread may read.
 */
public final class Rounds extends RoundPipeline {

    private static final long KEPT_NANOS = Duration.ofMinutes(15).toNanos();

    private static final int MOST_BYTES = 16 << 20;
    private static final int BYTES_OF_GPU = 320;
    private static final int BYTES_OF_PROCESS = 56;

    private final Deque<Round> rounds = new ArrayDeque<>();

    /** The rounds before those, with the utilization alone. */
    private final Deque<Round> older = new ArrayDeque<>();

    private final Map<String, Map<Metric, Reason>> absences = new HashMap<>();

    /** The latest snapshot with each GPU, by UUID. */
    private final Map<String, Snapshot> lastOf = new LinkedHashMap<>();

    private final Sinks.Many<Round> newest = Sinks.many().replay().latest();
    private @Nullable Snapshot latest;
    private int bytes;

    /**
     * One round.
     *
     * @param at when it began, in epoch ms
     * @param nanos when it began, by the monotonic clock
     * @param every from round to round, in ms
     * @param hostCpu utilization of the processors of the machine, in percent; NaN when unknown
     */
    public record Round(long at, long nanos, long every, List<GpuRound> gpus, double hostCpu) {

        /** Returns a GPU; null when the round does not have it. */
        public @Nullable GpuRound gpu(String uuid) {
            for (GpuRound gpu : this.gpus) {
                if (gpu.uuid().equals(uuid)) {
                    return gpu;
                }
            }
            return null;
        }

        private Round utilizationOnly() {
            return new Round(
                    this.at,
                    this.nanos,
                    this.every,
                    this.gpus.stream().map(GpuRound::utilizationOnly).toList(),
                    Double.NaN);
        }

        private int bytes() {
            return this.gpus.stream()
                    .mapToInt((gpu) -> BYTES_OF_GPU
                            + (gpu.processes() == null ? 0 : gpu.processes().size() * BYTES_OF_PROCESS))
                    .sum();
        }
    }

    /**
     * The rounds in memory, by the wall clock. When it is set back, those that are then in the future are left out.
     *
     * @param rounds those that were requested, the oldest first
     * @param lastOf the latest snapshot with each GPU of all rounds, by UUID
     * @param since when the oldest round began, in epoch ms; {@code Long.MAX_VALUE} when there is none
     * @param latest the newest snapshot; null when there is none
     */
    public record Recent(
            List<Round> rounds,
            Map<String, Snapshot> lastOf,
            long since,
            @Nullable Snapshot latest) {

        public boolean simulated() {
            return this.latest != null && this.latest.source().simulated();
        }
    }

    /** @param snapshots one per round, hot */
    public Rounds(Flux<Snapshot> snapshots) {
        super("rounds", Schedulers.immediate());
        consume("Recording of recent rounds", snapshots, 1, this::add);
    }

    /** Adds a round. */
    public void add(Snapshot snapshot) {
        this.newest.tryEmitNext(keep(snapshot));
    }

    private synchronized Round keep(Snapshot snapshot) {
        if (this.latest != null
                && this.latest.source().simulated() != snapshot.source().simulated()) {
            this.rounds.clear();
            this.older.clear();
            this.lastOf.clear();
            this.bytes = 0;
        }
        this.latest = snapshot;
        Round round = new Round(
                snapshot.takenAt().toEpochMilli(),
                snapshot.nanos(),
                snapshot.every().toMillis(),
                gpus(snapshot),
                hostCpu(snapshot));
        this.rounds.addLast(round);
        this.bytes += round.bytes();
        dropOld(round.nanos - KEPT_NANOS);
        long oldest = this.rounds.getFirst().nanos;
        this.lastOf.values().removeIf((last) -> last.nanos() < oldest);
        return round;
    }

    private static double hostCpu(Snapshot snapshot) {
        return snapshot.host() == null
                ? Double.NaN
                : snapshot.host().readings().number(Metric.HOST_CPU_UTILIZATION).orElse(Double.NaN);
    }

    private void dropOld(long begin) {
        while (this.rounds.size() > 1 && (this.bytes > MOST_BYTES || this.rounds.getFirst().nanos < begin)) {
            Round first = this.rounds.removeFirst();
            this.bytes -= first.bytes();
            this.older.addLast(first.utilizationOnly());
        }
        while (!this.older.isEmpty() && this.older.getFirst().nanos < begin) {
            this.older.removeFirst();
        }
    }

    private List<GpuRound> gpus(Snapshot snapshot) {
        List<GpuRound> found = new ArrayList<>(snapshot.gpus().size());
        snapshot.byUuid().forEach((uuid, gpu) -> {
            this.lastOf.put(uuid, snapshot);
            GpuRound round = GpuRound.of(gpu, uuid).sharing(this.absences.getOrDefault(uuid, Map.of()));
            this.absences.put(uuid, round.absent());
            found.add(round);
        });
        return found;
    }

    /** Visits the rounds, the newest first, until the visitor returns false; older ones have no values. */
    public synchronized void visitBack(Predicate<Round> visitor) {
        if (visitBack(this.rounds, visitor)) {
            visitBack(this.older, visitor);
        }
    }

    private static boolean visitBack(Deque<Round> rounds, Predicate<Round> visitor) {
        Iterator<Round> back = rounds.descendingIterator();
        boolean wanted = true;
        while (wanted && back.hasNext()) {
            wanted = visitor.test(back.next());
        }
        return wanted;
    }

    /** Returns the rounds from one moment to another and those around them, and the GPUs of all. */
    public Recent between(long from, long to) {
        Deque<Round> found = new ArrayDeque<>();
        long[] since = {Long.MAX_VALUE};
        synchronized (this) {
            visitBack(this.rounds, (round) -> {
                boolean isPast = round.at < since[0];
                since[0] = Math.min(round.at, since[0]);
                if (isPast && round.at >= from && round.at <= to) {
                    found.addFirst(round);
                }
                return true;
            });
            return new Recent(List.copyOf(found), new LinkedHashMap<>(this.lastOf), since[0], this.latest);
        }
    }

    /** Returns the newest round; null when there is none. */
    public synchronized @Nullable Round newest() {
        return this.rounds.peekLast();
    }

    /** Completes with the first round after which no further one begins up to a moment, in epoch ms. */
    public Mono<Round> roundsUntil(long to) {
        return this.newest
                .asFlux()
                .filter((round) -> round.at + round.every > to)
                .next();
    }
}
