package io.gpulse.stream;

import io.gpulse.view.View;
import io.gpulse.web.ProblemException;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import reactor.core.Disposable;
import reactor.core.Disposables;

/** Limits subscribers: in total, per network, and by the number of different encodings. */
final class SubscriberLimits {

    private static final Duration LATER = Duration.ofSeconds(5);

    private final StreamProperties limits;
    private final Map<Object, Integer> subscribersByView = new HashMap<>();
    private final Map<Object, Integer> subscribersByNetwork = new HashMap<>();
    private final Map<FilteredView, Integer> subscribersByFilteredView = new HashMap<>();
    private int subscribers;

    SubscriberLimits(StreamProperties limits) {
        this.limits = limits;
    }

    /** A view with a filter, or a text, that a network receives. */
    private record FilteredView(Optional<?> network, Object view) {}

    /**
     * Admits a subscriber of a view or a text.
     *
     * @param view compared by value: subscribers of equal views share one encoding
     * @param network compared by value; empty for this machine, which may use all slots
     * @return frees the slot
     * @throws ProblemException when a limit is reached
     */
    synchronized Disposable admit(Object view, Optional<?> network) {
        require(
                this.subscribers < this.limits.maxSubscribers(),
                "The stream has reached its limit of " + this.limits.maxSubscribers()
                        + " subscribers (gpulse.stream.max-subscribers); try again later, or request"
                        + " /api/v1/snapshot.");
        require(
                network.isEmpty()
                        || this.subscribersByNetwork.getOrDefault(network.get(), 0)
                                < this.limits.maxSubscribersPerAddress(),
                "Your address has reached its limit of " + this.limits.maxSubscribersPerAddress()
                        + " subscribers (gpulse.stream.max-subscribers-per-address); end one, or request"
                        + " /api/v1/snapshot.");
        if (!isPlain(view)) {
            admitFiltered(new FilteredView(network, view));
        }
        this.subscribers++;
        this.subscribersByView.merge(view, 1, Integer::sum);
        network.ifPresent((from) -> this.subscribersByNetwork.merge(from, 1, Integer::sum));
        return Disposables.composite(() -> leave(view, network));
    }

    private void admitFiltered(FilteredView wanted) {
        require(
                this.subscribersByView.containsKey(wanted.view()) || filteredViews() < this.limits.maxEncodings(),
                "The stream has reached its limit of " + this.limits.maxEncodings() + " different views and texts"
                        + " (gpulse.stream.max-encodings); use view=core or view=full, or try again later.");
        require(
                this.subscribersByFilteredView.containsKey(wanted)
                        || filteredViews(wanted.network()) < this.limits.maxEncodingsPerAddress(),
                "Your address has reached its limit of " + this.limits.maxEncodingsPerAddress()
                        + " different views and texts"
                        + " (gpulse.stream.max-encodings-per-address); end one, or use view=core or view=full.");
        this.subscribersByFilteredView.merge(wanted, 1, Integer::sum);
    }

    private static void require(boolean admitted, String otherwise) {
        if (!admitted) {
            throw ProblemException.unavailable(otherwise, LATER);
        }
    }

    private long filteredViews() {
        return this.subscribersByView.keySet().stream()
                .filter((view) -> !isPlain(view))
                .count();
    }

    private long filteredViews(Optional<?> network) {
        return this.subscribersByFilteredView.keySet().stream()
                .filter((filtered) -> filtered.network().equals(network))
                .count();
    }

    /** Returns whether a view is exempt from the limits of encodings. */
    private static boolean isPlain(Object view) {
        return view == SnapshotStream.NO_ENCODING || (view instanceof View plain && !plain.isFiltered());
    }

    int maxSubscribers() {
        return this.limits.maxSubscribers();
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
        subtract(new FilteredView(network, view), this.subscribersByFilteredView);
    }

    private static <K> void subtract(K key, Map<K, Integer> counts) {
        counts.computeIfPresent(key, (same, count) -> count == 1 ? null : count - 1);
    }
}
