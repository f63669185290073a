package io.gpulse.stream;

import io.gpulse.view.View;
import io.gpulse.web.ProblemException;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;

/** Limits subscribers: in total, per network, and by the number of different encodings. */
final class SubscriberLimits {

    private static final Duration LATER = Duration.ofSeconds(5);

    private final int maxSubscribers;
    private final int maxPerNetwork;
    private final int maxEncodings;
    private final int maxEncodingsPerNetwork;
    private final Map<Object, Integer> subscribersByView = new HashMap<>();
    private final Map<Object, Integer> subscribersByNetwork = new HashMap<>();
    private final Map<Optional<?>, Map<Object, Integer>> filteredViewsByNetwork = new HashMap<>();
    private int subscribers;

    SubscriberLimits(StreamProperties limits) {
        this.maxSubscribers = limits.maxSubscribers();
        this.maxPerNetwork = limits.maxSubscribersPerAddress();
        this.maxEncodings = limits.maxEncodings();
        this.maxEncodingsPerNetwork = limits.maxEncodingsPerAddress();
    }

    /**
     * Admits a subscriber of a view or a text.
     *
     * @param view compared by value: subscribers of equal views share one encoding
     * @param network compared by value; empty for this machine, which may use all slots
     * @throws ProblemException when a limit is reached
     */
    synchronized Slot admit(Object view, Optional<?> network) {
        checkSlots();
        checkSlotsOf(network);
        if (!isPlain(view)) {
            checkViews(view);
            checkViewsOf(network, view);
            this.filteredViewsByNetwork
                    .computeIfAbsent(network, (first) -> new HashMap<>())
                    .merge(view, 1, Integer::sum);
        }
        this.subscribers++;
        this.subscribersByView.merge(view, 1, Integer::sum);
        network.ifPresent((from) -> this.subscribersByNetwork.merge(from, 1, Integer::sum));
        return new Slot(() -> leave(view, network));
    }

    private void checkViews(Object view) {
        if (!this.subscribersByView.containsKey(view) && filteredViews() >= this.maxEncodings) {
            throw ProblemException.unavailable(
                    "The stream has reached its limit of " + this.maxEncodings + " different views and texts"
                            + " (gpulse.stream.max-encodings); use view=core or view=full, or try again later.",
                    LATER);
        }
    }

    private void checkViewsOf(Optional<?> network, Object view) {
        Map<Object, Integer> views = this.filteredViewsByNetwork.getOrDefault(network, Map.of());
        if (!views.containsKey(view) && views.size() >= this.maxEncodingsPerNetwork) {
            throw ProblemException.unavailable(
                    "Your address has reached its limit of " + this.maxEncodingsPerNetwork
                            + " different views and texts"
                            + " (gpulse.stream.max-encodings-per-address); end one, or use view=core or view=full.",
                    LATER);
        }
    }

    private long filteredViews() {
        return this.subscribersByView.keySet().stream()
                .filter((view) -> !isPlain(view))
                .count();
    }

    /** Returns whether a view is exempt from the limits of encodings. */
    private static boolean isPlain(Object view) {
        return view instanceof View plain && !plain.isFiltered();
    }

    private void checkSlotsOf(Optional<?> network) {
        if (network.isPresent() && this.subscribersByNetwork.getOrDefault(network.get(), 0) >= this.maxPerNetwork) {
            throw ProblemException.unavailable(
                    "Your address has reached its limit of " + this.maxPerNetwork
                            + " subscribers (gpulse.stream.max-subscribers-per-address); end one, or request"
                            + " /api/v1/snapshot.",
                    LATER);
        }
    }

    private void checkSlots() {
        if (this.subscribers >= this.maxSubscribers) {
            throw ProblemException.unavailable(
                    "The stream has reached its limit of " + this.maxSubscribers
                            + " subscribers (gpulse.stream.max-subscribers); try again later, or request"
                            + " /api/v1/snapshot.",
                    LATER);
        }
    }

    int maxSubscribers() {
        return this.maxSubscribers;
    }

    synchronized int subscribers() {
        return this.subscribers;
    }

    synchronized int encodings() {
        return this.subscribersByView.size();
    }

    private synchronized void leave(Object view, Optional<?> network) {
        this.subscribers--;
        subtract(view, this.subscribersByView);
        network.ifPresent((from) -> subtract(from, this.subscribersByNetwork));
        this.filteredViewsByNetwork.computeIfPresent(network, (same, views) -> {
            subtract(view, views);
            return views.isEmpty() ? null : views;
        });
    }

    private static <K> void subtract(K key, Map<K, Integer> counts) {
        counts.computeIfPresent(key, (same, count) -> count == 1 ? null : count - 1);
    }

    /** The slot of a subscriber, until it is closed. */
    static final class Slot implements AutoCloseable {

        private final Runnable leave;
        private final AtomicBoolean left = new AtomicBoolean();

        private Slot(Runnable leave) {
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
