package io.gpulse.api;

import io.gpulse.device.Snapshot;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.concurrent.ConcurrentSkipListMap;
import org.jspecify.annotations.Nullable;

/** The last rounds, bounded by their age and by the bytes that they hold. The newest is never dropped. */
final class ReplayRing {

    private final Duration span;
    private final long mostBytes;
    private final SnapshotEncoder encoder;
    private final NavigableMap<Long, Round> rounds = new ConcurrentSkipListMap<>();
    private final Map<Long, Long> weights = new HashMap<>();
    private volatile long bytes;
    private volatile long first = Long.MAX_VALUE;

    ReplayRing(Duration span, long mostBytes, SnapshotEncoder encoder) {
        this.span = span;
        this.mostBytes = mostBytes;
        this.encoder = encoder;
    }

    Round add(Snapshot snapshot) {
        Round round = new Round(snapshot, this.encoder, this::grown);
        this.first = Math.min(this.first, round.sequence());
        this.rounds.put(round.sequence(), round);
        grown(round, round.bareBytes());
        return round;
    }

    Optional<Round> latest() {
        return Optional.ofNullable(this.rounds.lastEntry()).map(Map.Entry::getValue);
    }

    @Nullable
    Round oldest() {
        Map.Entry<Long, Round> oldest = this.rounds.firstEntry();
        return oldest == null ? null : oldest.getValue();
    }

    @Nullable
    Round at(long sequence) {
        return this.rounds.get(sequence);
    }

    @Nullable
    Round after(long sequence) {
        Map.Entry<Long, Round> next = this.rounds.higherEntry(sequence);
        return next == null ? null : next.getValue();
    }

    /** Whether a round of that number was ever seen by this process. */
    boolean knew(long sequence) {
        return sequence >= this.first
                && latest().map((latest) -> sequence <= latest.sequence()).orElse(false);
    }

    Duration held() {
        Round oldest = oldest();
        Round latest = latest().orElse(oldest);
        return oldest == null || latest == null ? Duration.ZERO : Duration.between(takenAt(oldest), takenAt(latest));
    }

    long bytes() {
        return this.bytes;
    }

    private synchronized void grown(Round round, long more) {
        if (this.rounds.get(round.sequence()) == round) {
            this.weights.merge(round.sequence(), more, Long::sum);
            this.bytes += more;
            trim();
        }
    }

    private void trim() {
        Round latest = latest().orElseThrow();
        for (Round oldest = oldest();
                oldest != null && oldest != latest && isTooMuch(oldest, latest);
                oldest = oldest()) {
            this.rounds.remove(oldest.sequence());
            Long weight = this.weights.remove(oldest.sequence());
            this.bytes -= weight == null ? 0 : weight;
        }
    }

    private boolean isTooMuch(Round oldest, Round latest) {
        return this.bytes > this.mostBytes
                || takenAt(oldest).isBefore(takenAt(latest).minus(this.span));
    }

    private static Instant takenAt(Round round) {
        return round.snapshot().takenAt();
    }
}
