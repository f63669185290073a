package io.gpulse.api;

import io.gpulse.device.Snapshot;
import java.nio.ByteBuffer;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.LongConsumer;
import org.jspecify.annotations.Nullable;
import reactor.core.publisher.FluxSink;

/**
 * One reader of the stream. It walks along the ring from round to round: while it catches up it waits whenever its
 * connection is full; once it has caught up, a round that finds the connection full is missed. Nothing is ever queued
 * for it but a few references to shared bytes.
 */
final class StreamSubscriber implements Listener {

    // Chunks that are on their way to the connection's own buffer.
    private static final int MOST_WAITING = 4;

    // A reader that catches up makes way for the others after so many rounds; with a view of its own, until the next
    // round.
    private static final int MOST_AT_ONCE = 16;

    private final StreamRequest request;
    private final ReplayRing ring;
    private final BooleanSupplier writable;
    private final LongConsumer dropped;
    private final Consumer<Runnable> later;
    private final FluxSink<Chunk> sink;
    private final Thinning thinning;
    private final Lag lag = new Lag();
    private final Turns turns = new Turns();
    private final AtomicInteger waiting = new AtomicInteger();
    private volatile boolean heartbeatDue;
    private volatile boolean ended;
    private boolean greeted;
    private boolean spoken;
    private boolean live;
    private @Nullable Long position;
    private long countedSince = Long.MIN_VALUE;
    private int replayed;

    StreamSubscriber(StreamRequest request, ReplayRing ring, Connection connection) {
        this.request = request;
        this.ring = ring;
        this.writable = connection.writable();
        this.dropped = connection.dropped();
        this.later = connection.later();
        this.sink = connection.sink();
        this.thinning = new Thinning(request.every());
    }

    /**
     * How a subscriber is reached.
     *
     * @param writable whether more can be written without queueing
     * @param dropped told how many rounds were missed
     * @param later does something soon, behind what waits to be done
     */
    record Connection(FluxSink<Chunk> sink, BooleanSupplier writable, LongConsumer dropped, Consumer<Runnable> later) {}

    @Override
    public void beat() {
        this.heartbeatDue = true;
        advance();
    }

    @Override
    public void end() {
        this.ended = true;
        advance();
    }

    /** Goes as far as it can. */
    @Override
    public void advance() {
        this.turns.take(this::safeStep);
    }

    private void safeStep() {
        try {
            step();
        } catch (RuntimeException failure) {
            // What breaks for one must not break the round for all.
            this.sink.error(failure);
        }
    }

    private void step() {
        if (this.ended) {
            this.sink.complete();
            return;
        }
        if (!this.greeted && isReady()) {
            this.greeted = true;
            this.request.wire().greeting().ifPresent(this::write);
        }
        if (this.greeted) {
            walk();
            breathe();
        }
    }

    // Also when there was nothing to say so far, so that the response's headers leave.
    private void breathe() {
        if ((this.heartbeatDue || !this.spoken) && isReady()) {
            write(this.request.wire().heartbeat());
        }
        this.heartbeatDue = false;
    }

    private void walk() {
        if (this.position == null && !begin()) {
            return;
        }
        Round next = next();
        for (int told = 0; next != null && !this.sink.isCancelled(); told++) {
            if (told == MOST_AT_ONCE) {
                this.later.accept(this::advance);
                return;
            }
            if (!visit(next)) {
                return;
            }
            next = next();
        }
        this.live |= next == null;
    }

    /** Finds where to start; false while there is no round yet, or none that could be told. */
    private boolean begin() {
        Round latest = this.ring.latest().orElse(null);
        Long after = this.request.after();
        if (latest == null || (after == null && !isReady())) {
            return false;
        }
        if (after == null) {
            this.position = latest.sequence() - 1;
            this.live = true;
        } else if (this.ring.knew(after)) {
            this.position = after;
            Round known = this.ring.at(after);
            this.thinning.startAt(known == null ? null : known.snapshot());
        } else {
            this.position = Long.MIN_VALUE;
            this.lag.restarted();
        }
        return true;
    }

    private @Nullable Round next() {
        return this.position == null ? null : this.ring.after(this.position);
    }

    /** False when it must be tried again later. */
    private boolean visit(Round round) {
        boolean ready = isReady();
        if (!this.live && (!ready || !mayEncode())) {
            return false;
        }
        noteGap(round);
        this.position = round.sequence();
        if (this.thinning.lets(round.snapshot())) {
            if (ready) {
                tell(round);
            } else {
                miss(1);
            }
        }
        return true;
    }

    // Of a plain view most rounds are encoded already. An odd one would have to be made for all that is remembered.
    private boolean mayEncode() {
        long newest = this.ring.latest().map(Round::sequence).orElse(Long.MIN_VALUE);
        if (newest != this.countedSince) {
            this.countedSince = newest;
            this.replayed = 0;
        }
        return !this.request.view().isFiltered() || this.replayed < MOST_AT_ONCE;
    }

    // The ring dropped rounds before they could be told.
    private void noteGap(Round round) {
        if (this.position == null || this.position == Long.MIN_VALUE) {
            return;
        }
        long gap = round.sequence() - this.position - 1;
        if (gap > 0) {
            Snapshot snapshot = round.snapshot();
            miss(this.thinning.share(gap, snapshot.every()));
        }
    }

    private void miss(long rounds) {
        this.lag.missed(rounds);
        this.dropped.accept(rounds);
    }

    private void tell(Round round) {
        this.replayed++;
        ByteBuffer snapshot = this.request.wire().snapshot(round.frame(this.request.view()));
        if (this.lag.isAny()) {
            write(this.lag.told(this.request.wire()), snapshot);
        } else {
            write(snapshot);
        }
    }

    private boolean isReady() {
        return this.sink.requestedFromDownstream() > 0
                && this.waiting.get() < MOST_WAITING
                && this.writable.getAsBoolean();
    }

    private void write(ByteBuffer... parts) {
        this.spoken = true;
        this.waiting.incrementAndGet();
        this.sink.next(new Chunk(this::taken, parts));
    }

    private void taken() {
        this.waiting.decrementAndGet();
        if (!this.live) {
            advance();
        }
    }
}
