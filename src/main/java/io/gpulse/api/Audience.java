package io.gpulse.api;

import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;

/** Who may listen: so many at once, to so many different views. */
final class Audience {

    private static final Duration LATER = Duration.ofSeconds(5);

    private final int mostSeats;
    private final int mostViews;
    private final Map<Object, Integer> seatsByView = new HashMap<>();
    private int taken;

    Audience(int mostSeats, int mostViews) {
        this.mostSeats = mostSeats;
        this.mostViews = mostViews;
    }

    /**
     * A place for somebody who looks at a view, or reads a text.
     *
     * @param view compared by value: who looks at the same costs one encoding
     * @throws Refusal when there is no room
     */
    synchronized Seat admit(Object view) {
        checkSeats();
        if (!this.seatsByView.containsKey(view) && this.seatsByView.size() >= this.mostViews) {
            throw Refusal.unavailable(
                    "The stream already has " + this.mostViews + " different views and texts"
                            + " (gpulse.stream.max-encodings); use view=core or view=full, or try again later.",
                    LATER);
        }
        this.taken++;
        this.seatsByView.merge(view, 1, Integer::sum);
        return new Seat(() -> leave(view));
    }

    private void checkSeats() {
        if (this.taken >= this.mostSeats) {
            throw Refusal.unavailable(
                    "All " + this.mostSeats
                            + " places of the stream are taken (gpulse.stream.max-subscribers); try again"
                            + " later, or ask /api/v1/snapshot.",
                    LATER);
        }
    }

    synchronized int seats() {
        return this.taken;
    }

    synchronized int views() {
        return this.seatsByView.size();
    }

    private synchronized void leave(Object view) {
        this.taken--;
        this.seatsByView.computeIfPresent(view, (same, seats) -> seats == 1 ? null : seats - 1);
    }

    /** A place in the audience. */
    static final class Seat implements AutoCloseable {

        private final Runnable leave;
        private final AtomicBoolean left = new AtomicBoolean();

        private Seat(Runnable leave) {
            this.leave = leave;
        }

        @Override
        public void close() {
            if (this.left.compareAndSet(false, true)) {
                this.leave.run();
            }
        }
    }
}
