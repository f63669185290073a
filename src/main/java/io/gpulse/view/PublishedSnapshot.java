package io.gpulse.view;

import io.gpulse.device.Snapshot;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.ObjLongConsumer;

/** A snapshot and its encodings, each made when it is first asked for and then shared, live and in replay alike. */
public final class PublishedSnapshot {

    // Roughly what a snapshot and its readings hold on the heap.
    private static final long BYTES = 512;
    private static final long BYTES_PER_GPU = 4096;

    private static final int STALE_INTERVALS = 3;
    private static final Duration LEAST_STALE = Duration.ofSeconds(5);

    private final Snapshot snapshot;
    private final SnapshotEncoder encoder;
    private final ObjLongConsumer<PublishedSnapshot> onGrowth;
    private final Map<View, EncodedSnapshot> encodings = new ConcurrentHashMap<>();
    private final long publishedNanos = System.nanoTime();
    private volatile boolean past;
    private long counted;

    /** @param onGrowth called with the bytes by which its encodings grew, or, where it is negative, shrank */
    public PublishedSnapshot(Snapshot snapshot, SnapshotEncoder encoder, ObjLongConsumer<PublishedSnapshot> onGrowth) {
        this.snapshot = snapshot;
        this.encoder = encoder;
        this.onGrowth = onGrowth;
    }

    public Snapshot snapshot() {
        return this.snapshot;
    }

    public long sequence() {
        return this.snapshot.sequence();
    }

    /**
     * Whether the next round is overdue for so long that the sampler has stopped. By the monotonic clock: a wall clock
     * that is corrected makes nothing stale.
     *
     * @param nanos now, of {@link System#nanoTime}
     */
    public boolean isStale(long nanos) {
        Duration intervals = this.snapshot.every().multipliedBy(STALE_INTERVALS);
        Duration limit = intervals.compareTo(LEAST_STALE) < 0 ? LEAST_STALE : intervals;
        return nanos - this.publishedNanos >= limit.toNanos();
    }

    public EncodedSnapshot encoded(View view) {
        EncodedSnapshot known = this.encodings.get(view);
        return known != null ? known : encode(view);
    }

    /**
     * It is no longer the latest: its encodings are kept compressed from now on.
     *
     * @return false when that was so before
     */
    public boolean compact() {
        if (this.past) {
            return false;
        }
        this.past = true;
        this.encodings.values().forEach(EncodedSnapshot::compact);
        count();
        return true;
    }

    /** What it holds before anything is encoded, by estimate. */
    public long unencodedBytes() {
        return BYTES + BYTES_PER_GPU * this.snapshot.gpus().size();
    }

    private EncodedSnapshot encode(View view) {
        EncodedSnapshot encoded = this.encodings.computeIfAbsent(
                view,
                (asked) -> EncodedSnapshot.of(sequence(), (json) -> this.encoder.encode(this.snapshot, asked, json)));
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
