package io.gpulse.api;

import io.gpulse.web.Refusal;
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
    private final int mostViewsOfNetwork;
    private final Map<Object, Integer> seatsByView = new HashMap<>();
    private final Map<Object, Integer> seatsByNetwork = new HashMap<>();
    private final Map<Optional<?>, Map<Object, Integer>> oddViewsByNetwork = new HashMap<>();
    private int taken;

    Audience(StreamProperties limits) {
        this.mostSeats = limits.maxSubscribers();
        this.mostSeatsOfNetwork = limits.maxSubscribersPerAddress();
        this.mostViews = limits.maxEncodings();
        this.mostViewsOfNetwork = limits.maxEncodingsPerAddress();
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
        if (!isCommon(view)) {
            checkViews(view);
            checkViewsOf(network, view);
            this.oddViewsByNetwork
                    .computeIfAbsent(network, (first) -> new HashMap<>())
                    .merge(view, 1, Integer::sum);
        }
        this.taken++;
        this.seatsByView.merge(view, 1, Integer::sum);
        network.ifPresent((from) -> this.seatsByNetwork.merge(from, 1, Integer::sum));
        return new Seat(() -> leave(view, network));
    }

    private void checkViews(Object view) {
        if (!this.seatsByView.containsKey(view) && unusual() >= this.mostViews) {
            throw Refusal.unavailable(
                    "The stream already has " + this.mostViews + " different views and texts"
                            + " (gpulse.stream.max-encodings); use view=core or view=full, or try again later.",
                    LATER);
        }
    }

    private void checkViewsOf(Optional<?> network, Object view) {
        Map<Object, Integer> views = this.oddViewsByNetwork.getOrDefault(network, Map.of());
        if (!views.containsKey(view) && views.size() >= this.mostViewsOfNetwork) {
            throw Refusal.unavailable(
                    "Your address already has " + this.mostViewsOfNetwork + " different views and texts of the stream"
                            + " (gpulse.stream.max-encodings-per-address); end one, or use view=core or view=full.",
                    LATER);
        }
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
        subtract(view, this.seatsByView);
        network.ifPresent((from) -> subtract(from, this.seatsByNetwork));
        this.oddViewsByNetwork.computeIfPresent(network, (same, views) -> {
            subtract(view, views);
            return views.isEmpty() ? null : views;
        });
    }

    private static <K> void subtract(K key, Map<K, Integer> counts) {
        counts.computeIfPresent(key, (same, count) -> count == 1 ? null : count - 1);
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
