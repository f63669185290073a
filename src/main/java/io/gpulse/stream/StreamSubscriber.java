package io.gpulse.stream;

import io.gpulse.device.Snapshot;
import io.gpulse.stream.wire.Chunk;
import io.gpulse.stream.wire.ResponseWriter;
import io.gpulse.view.PublishedSnapshot;
import java.nio.ByteBuffer;
import java.util.function.Consumer;
import java.util.function.LongConsumer;
import org.jspecify.annotations.Nullable;
import reactor.core.publisher.FluxSink;

/**
 * One subscriber of the stream. It proceeds through the ring from round to round. While it replays past rounds it waits
 * for its connection; once it is live it misses a round that finds the connection full. Its queue holds at most a few
 * references to shared bytes.
 */
final class StreamSubscriber extends ChunkSubscriber {

    /** Maximum number of rounds replayed in one task, and with a filtered view in one interval. */
    private static final int MAX_REPLAYED = 16;

    private final StreamRequest request;
    private final ReplayRing ring;
    private final ResponseWriter writer;
    private final Context context;
    private final NoticeCursor notices;
    private final SampleThrottle throttle;
    private final MissedRounds missed = new MissedRounds();
    private volatile boolean heartbeatDue;
    private boolean preambleWritten;
    private boolean live;
    private @Nullable Long position;
    private long countedSince = Long.MIN_VALUE;
    private int replayed;

    StreamSubscriber(StreamRequest request, FluxSink<Chunk> sink, ResponseWriter writer, Context context) {
        super(sink, writer.connection());
        this.request = request;
        this.writer = writer;
        this.context = context;
        this.ring = context.ring();
        this.notices = new NoticeCursor(context.notices(), request, this::showsGpu);
        this.throttle = new SampleThrottle(request.every());
    }

    /**
     * The parts of the stream that a subscriber uses.
     *
     * @param notices messages of other features
     * @param dropped receives counts of missed rounds
     * @param later runs a task after the waiting ones
     */
    record Context(ReplayRing ring, NoticeRing notices, LongConsumer dropped, Consumer<Runnable> later) {}

    @Override
    protected void onHeartbeat() {
        this.heartbeatDue = true;
        onRound();
    }

    @Override
    protected void onRound() {
        this.writer.setInRound(true);
        try {
            advance();
        } finally {
            this.writer.setInRound(false);
        }
    }

    @Override
    protected void step() {
        if (!this.preambleWritten && this.writer.isReady()) {
            this.preambleWritten = true;
            this.request.format().preamble().ifPresent(this::write);
        }
        if (this.preambleWritten) {
            writePending();
            writeHeartbeatIfDue();
        }
    }

    // Also before anything else was written, to send the response's headers.
    private void writeHeartbeatIfDue() {
        if ((this.heartbeatDue || !this.writer.hasWritten()) && this.writer.isReady()) {
            write(this.request.format().heartbeat());
        }
        this.heartbeatDue = false;
    }

    private void writePending() {
        if (this.position == null && !begin()) {
            return;
        }
        PublishedSnapshot next = next();
        for (int written = 0; next != null && !this.sink.isCancelled(); written++) {
            if (written == MAX_REPLAYED) {
                this.context.later().accept(this::advance);
                return;
            }
            if (!process(next)) {
                return;
            }
            next = next();
        }
        this.live |= next == null;
        if (this.position != null) {
            writeNoticesBefore(this.position + 1);
        }
    }

    /** Returns false when the connection is full before all are written. */
    private boolean writeNoticesBefore(long sequence) {
        return this.notices.writeBefore(sequence, this.writer::isReady, this::write);
    }

    private boolean showsGpu(String uuid) {
        return this.ring
                .latest()
                .map((latest) -> this.request.view().showsGpu(uuid, latest.snapshot()))
                .orElse(true);
    }

    /** Determines the start position; false while there is no round, or none that can be written. */
    private boolean begin() {
        PublishedSnapshot latest = this.ring.latest().orElse(null);
        Long after = this.request.after();
        if (latest == null || (after == null && !this.writer.isReady())) {
            return false;
        }
        if (after == null) {
            this.position = latest.sequence() - 1;
            this.live = true;
            this.notices.startAfter(null);
        } else if (this.ring.hasSeen(after)) {
            this.position = after;
            this.notices.startAfter(after);
            PublishedSnapshot known = this.ring.at(after);
            this.throttle.startAt(known == null ? null : known.snapshot());
        } else {
            this.position = Long.MIN_VALUE;
            this.notices.startAfter(Long.MIN_VALUE);
            this.missed.restarted();
        }
        return true;
    }

    private @Nullable PublishedSnapshot next() {
        PublishedSnapshot next = this.position == null ? null : this.ring.after(this.position);
        return next != null && this.live && this.writer.isSharePending(next) ? null : next;
    }

    /** Returns false to try again later. */
    private boolean process(PublishedSnapshot published) {
        boolean ready = this.writer.isReady();
        if (!this.live && (!ready || !mayEncode())) {
            return false;
        }
        if (ready && !writeNoticesBefore(published.sequence())) {
            return false;
        }
        countGap(published);
        this.position = published.sequence();
        if (this.throttle.admits(published.snapshot())) {
            if (ready) {
                writeSnapshot(published);
            } else {
                miss(1);
            }
        }
        return true;
    }

    // Most rounds are already encoded in plain views. A filtered view would be encoded for the whole ring.
    private boolean mayEncode() {
        long newest = this.ring.latest().map(PublishedSnapshot::sequence).orElse(Long.MIN_VALUE);
        if (newest != this.countedSince) {
            this.countedSince = newest;
            this.replayed = 0;
        }
        return !this.request.view().isFiltered() || this.replayed < MAX_REPLAYED;
    }

    // Counts rounds that the ring dropped before they were written.
    private void countGap(PublishedSnapshot published) {
        if (this.position == null || this.position == Long.MIN_VALUE) {
            return;
        }
        long gap = published.sequence() - this.position - 1;
        if (gap > 0) {
            Snapshot snapshot = published.snapshot();
            miss(this.throttle.share(gap, snapshot.every()));
        }
    }

    private void miss(long rounds) {
        this.missed.add(rounds);
        this.context.dropped().accept(rounds);
    }

    private void writeSnapshot(PublishedSnapshot published) {
        this.replayed++;
        ByteBuffer lag = this.missed.isAny() ? this.missed.drain(this.request.format()) : null;
        this.writer.write(lag, published, this::onWritten);
    }

    private void write(ByteBuffer text) {
        this.writer.write(text, this::onWritten);
    }

    private void onWritten() {
        if (!this.live || this.notices.hasMore()) {
            advance();
        }
    }
}
