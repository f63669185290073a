package io.gpulse.api;

import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;

/** Who may listen: so many at once, so many of one network, to so many different views. */
final class Audience {

    private static final Duration LATER = Duration.ofSeconds(5);

    private final int mostSeats;
    private final int mostSeatsOfNetwork;
    private final int mostViews;
    private final Map<Object, Integer> seatsByView = new HashMap<>();
    private final Map<Object, Integer> seatsByNetwork = new HashMap<>();
    private int taken;

    Audience(StreamProperties limits) {
        this.mostSeats = limits.maxSubscribers();
        this.mostSeatsOfNetwork = limits.maxSubscribersPerAddress();
        this.mostViews = limits.maxEncodings();
    }

    /**
     * A place for somebody who looks at a view, or reads a text.
     *
     * @param view compared by value: who looks at the same costs one encoding
     * @param network from where, compared by value; empty for this machine, which may have every seat
     * @throws Refusal when there is no room
     */
    synchronized Seat admit(Object view, Optional<?> network) {
        checkSeats();
        checkSeatsOf(network);
        if (!isCommon(view) && !this.seatsByView.containsKey(view) && unusual() >= this.mostViews) {
            throw Refusal.unavailable(
                    "The stream already has " + this.mostViews + " different views and texts"
                            + " (gpulse.stream.max-encodings); use view=core or view=full, or try again later.",
                    LATER);
        }
        this.taken++;
        this.seatsByView.merge(view, 1, Integer::sum);
        network.ifPresent((from) -> this.seatsByNetwork.merge(from, 1, Integer::sum));
        return new Seat(() -> leave(view, network));
    }

    private long unusual() {
        return this.seatsByView.keySet().stream()
                .filter((view) -> !isCommon(view))
                .count();
    }

    /** There is always room for the plain views: nobody can take them from others by asking for odd ones. */
    private static boolean isCommon(Object view) {
        return view instanceof View plain && !plain.isFiltered();
    }

    private void checkSeatsOf(Optional<?> network) {
        if (network.isPresent() && this.seatsByNetwork.getOrDefault(network.get(), 0) >= this.mostSeatsOfNetwork) {
            throw Refusal.unavailable(
                    "Your address already has " + this.mostSeatsOfNetwork
                            + " places of the stream (gpulse.stream.max-subscribers-per-address); end one, or ask"
                            + " /api/v1/snapshot.",
                    LATER);
        }
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

    private synchronized void leave(Object view, Optional<?> network) {
        this.taken--;
        this.seatsByView.computeIfPresent(view, (same, seats) -> seats == 1 ? null : seats - 1);
        network.ifPresent(
                (from) -> this.seatsByNetwork.computeIfPresent(from, (same, seats) -> seats == 1 ? null : seats - 1));
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
