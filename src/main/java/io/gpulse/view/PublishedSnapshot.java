package io.gpulse.view;

import io.gpulse.device.Snapshot;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.LongSupplier;
import java.util.function.ObjLongConsumer;

/** A snapshot and its encodings, each created at the first request and then shared by live and replayed responses. */
public final class PublishedSnapshot {

    /** Approximate heap size of a snapshot and its readings. */
    private static final long BYTES = 512;

    private static final long BYTES_PER_GPU = 4096;

    private static final int STALE_INTERVALS = 3;
    private static final Duration MIN_STALE = Duration.ofSeconds(5);

    private final Snapshot snapshot;
    private final SnapshotEncoder encoder;
    private final ObjLongConsumer<PublishedSnapshot> onGrowth;
    private final LongSupplier nanos;
    private final long publishedNanos;
    private final Map<Variant, EncodedSnapshot> encodings = new ConcurrentHashMap<>();
    private volatile boolean past;
    private long counted;

    private record Variant(View view, boolean stale) {}

    /** @param onGrowth receives the growth of the encodings in bytes; negative when they shrink */
    public PublishedSnapshot(Snapshot snapshot, SnapshotEncoder encoder, ObjLongConsumer<PublishedSnapshot> onGrowth) {
        this(snapshot, encoder, onGrowth, System::nanoTime);
    }

    /** @param nanos a monotonic clock */
    public PublishedSnapshot(
            Snapshot snapshot,
            SnapshotEncoder encoder,
            ObjLongConsumer<PublishedSnapshot> onGrowth,
            LongSupplier nanos) {
        this.snapshot = snapshot;
        this.encoder = encoder;
        this.onGrowth = onGrowth;
        this.nanos = nanos;
        this.publishedNanos = nanos.getAsLong();
    }

    public Snapshot snapshot() {
        return this.snapshot;
    }

    public long sequence() {
        return this.snapshot.sequence();
    }

    /**
     * Returns whether the next round is overdue by three intervals, at least 5 s, which means that the sampler has
     * stopped. Uses the monotonic clock, so that a correction of the wall clock has no effect.
     */
    public boolean isStale() {
        Duration intervals = this.snapshot.every().multipliedBy(STALE_INTERVALS);
        Duration limit = intervals.compareTo(MIN_STALE) < 0 ? MIN_STALE : intervals;
        return !this.past && age().compareTo(limit) >= 0;
    }

    /** Returns the time since the snapshot was published, by the monotonic clock. */
    public Duration age() {
        return Duration.ofNanos(this.nanos.getAsLong() - this.publishedNanos);
    }

    /** Returns the encoding of a view. A stale snapshot is encoded again: earlier bytes state that it is fresh. */
    public EncodedSnapshot encoded(View view) {
        Variant variant = new Variant(view, isStale());
        EncodedSnapshot known = this.encodings.get(variant);
        return known != null ? known : encode(variant);
    }

    /**
     * Keeps only compressed encodings from now on, because the snapshot is no longer the latest.
     *
     * @return false when it was compacted before
     */
    public boolean compact() {
        if (this.past) {
            return false;
        }
        this.past = true;
        this.encodings.keySet().removeIf(Variant::stale);
        this.encodings.values().forEach(EncodedSnapshot::compact);
        count();
        return true;
    }

    /** Returns the estimated size without encodings. */
    public long unencodedBytes() {
        return BYTES + BYTES_PER_GPU * this.snapshot.gpus().size();
    }

    private EncodedSnapshot encode(Variant variant) {
        EncodedSnapshot encoded = this.encodings.computeIfAbsent(
                variant,
                (same) -> EncodedSnapshot.of(
                        sequence(), (json) -> this.encoder.encode(this.snapshot, same.view(), same.stale(), json)));
        if (this.past) {
            encoded.compact();
        }
        count();
        return encoded;
    }

    private void count() {
        long growth;
        synchronized (this) {
            long now = this.encodings.values().stream()
                    .mapToLong(EncodedSnapshot::size)
                    .sum();
            growth = now - this.counted;
            this.counted = now;
        }
        if (growth != 0) {
            this.onGrowth.accept(this, growth);
        }
    }
}
