package io.gpulse.stream;

import io.gpulse.device.Snapshot;
import io.gpulse.view.PublishedSnapshot;
import io.gpulse.view.SnapshotEncoder;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.concurrent.ConcurrentSkipListMap;
import org.jspecify.annotations.Nullable;

/** The latest rounds, limited by age and size. The newest one is never dropped. */
final class ReplayRing {

    private final Duration span;
    private final long maxBytes;
    private final SnapshotEncoder encoder;
    private final NavigableMap<Long, PublishedSnapshot> rounds = new ConcurrentSkipListMap<>();
    private final Map<Long, Long> weights = new HashMap<>();
    private volatile long bytes;
    private volatile long first = Long.MAX_VALUE;

    ReplayRing(Duration span, long maxBytes, SnapshotEncoder encoder) {
        this.span = span;
        this.maxBytes = maxBytes;
        this.encoder = encoder;
    }

    PublishedSnapshot add(Snapshot snapshot) {
        PublishedSnapshot published = new PublishedSnapshot(snapshot, this.encoder, this::onGrowth);
        this.first = Math.min(this.first, published.sequence());
        this.rounds.put(published.sequence(), published);
        onGrowth(published, published.unencodedBytes());
        return published;
    }

    /** Compresses all rounds but the latest. Slow: called after the latest one has been written. */
    void compactPast() {
        long latest = latest().map(PublishedSnapshot::sequence).orElse(Long.MIN_VALUE);
        Map.Entry<Long, PublishedSnapshot> past = this.rounds.lowerEntry(latest);
        while (past != null && past.getValue().compact()) {
            past = this.rounds.lowerEntry(past.getKey());
        }
    }

    Optional<PublishedSnapshot> latest() {
        return Optional.ofNullable(this.rounds.lastEntry()).map(Map.Entry::getValue);
    }

    @Nullable
    PublishedSnapshot oldest() {
        Map.Entry<Long, PublishedSnapshot> oldest = this.rounds.firstEntry();
        return oldest == null ? null : oldest.getValue();
    }

    List<Snapshot> since(Instant from) {
        return this.rounds.values().stream()
                .map(PublishedSnapshot::snapshot)
                .filter((snapshot) -> !snapshot.takenAt().isBefore(from))
                .toList();
    }

    @Nullable
    PublishedSnapshot at(long sequence) {
        return this.rounds.get(sequence);
    }

    @Nullable
    PublishedSnapshot after(long sequence) {
        Map.Entry<Long, PublishedSnapshot> next = this.rounds.higherEntry(sequence);
        return next == null ? null : next.getValue();
    }

    /** Returns whether this process has published a snapshot with that sequence number. */
    boolean hasSeen(long sequence) {
        return sequence >= this.first
                && latest().map((latest) -> sequence <= latest.sequence()).orElse(false);
    }

    Duration held() {
        PublishedSnapshot oldest = oldest();
        PublishedSnapshot latest = latest().orElse(oldest);
        return oldest == null || latest == null ? Duration.ZERO : since(oldest, latest);
    }

    long bytes() {
        return this.bytes;
    }

    private synchronized void onGrowth(PublishedSnapshot published, long more) {
        if (this.rounds.get(published.sequence()) == published) {
            this.weights.merge(published.sequence(), more, Long::sum);
            this.bytes += more;
            trim();
        }
    }

    @SuppressWarnings("NonAtomicVolatileUpdate") // only written under the lock
    private void trim() {
        PublishedSnapshot latest = latest().orElseThrow();
        for (PublishedSnapshot oldest = oldest();
                oldest != null && oldest != latest && isTooMuch(oldest, latest);
                oldest = oldest()) {
            this.rounds.remove(oldest.sequence());
            Long weight = this.weights.remove(oldest.sequence());
            this.bytes -= weight == null ? 0 : weight;
        }
    }

    private boolean isTooMuch(PublishedSnapshot oldest, PublishedSnapshot latest) {
        return this.bytes > this.maxBytes || since(oldest, latest).compareTo(this.span) > 0;
    }

    private static Duration since(PublishedSnapshot earlier, PublishedSnapshot later) {
        return later.snapshot().since(earlier.snapshot().nanos());
    }
}
