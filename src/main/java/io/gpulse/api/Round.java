package io.gpulse.api;

import io.gpulse.device.Snapshot;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.ObjLongConsumer;

/** A snapshot and its encodings, each made when it is first asked for and then shared, live and in replay alike. */
final class Round {

    // Roughly what a snapshot and its readings hold on the heap.
    private static final long BYTES = 512;
    private static final long BYTES_PER_GPU = 4096;

    private final Snapshot snapshot;
    private final SnapshotEncoder encoder;
    private final ObjLongConsumer<Round> grown;
    private final Map<View, Frame> frames = new ConcurrentHashMap<>();

    /** @param grown told by how many bytes an encoding made this round larger */
    Round(Snapshot snapshot, SnapshotEncoder encoder, ObjLongConsumer<Round> grown) {
        this.snapshot = snapshot;
        this.encoder = encoder;
        this.grown = grown;
    }

    Snapshot snapshot() {
        return this.snapshot;
    }

    long sequence() {
        return this.snapshot.sequence();
    }

    Frame frame(View view) {
        Frame known = this.frames.get(view);
        return known != null ? known : this.frames.computeIfAbsent(view, this::encode);
    }

    /** What it holds before anything is encoded, by estimate. */
    long bareBytes() {
        return BYTES + BYTES_PER_GPU * this.snapshot.gpus().size();
    }

    private Frame encode(View view) {
        Frame frame = Frame.of(sequence(), (json) -> this.encoder.encode(this.snapshot, view, json));
        this.grown.accept(this, frame.size());
        return frame;
    }
}
