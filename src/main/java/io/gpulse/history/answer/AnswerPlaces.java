package io.gpulse.history.answer;

import io.gpulse.web.ProblemException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Permits for concurrent responses, limited in all and per client address. */
public final class AnswerPlaces {

    /** Maximum number of concurrent responses, each of which may hold 5 MB for a slow client. */
    static final int MOST = 8;

    /** Maximum number of requests that wait, in all and per address. */
    static final int MOST_WAITING = 64;

    static final int MOST_WAITING_PER_ADDRESS = 16;

    private static final Duration RETRY_AFTER = Duration.ofSeconds(2);

    private final int mostPerAddress;
    private final Map<String, Integer> byAddress = new HashMap<>();
    private final List<Place> waiting = new ArrayList<>();
    private int taken;

    /** @param mostPerAddress maximum number of concurrent responses of one address */
    public AnswerPlaces(int mostPerAddress) {
        this.mostPerAddress = mostPerAddress;
    }

    /** Returns a permit that is not acquired yet. */
    Place place(String address) {
        return new Place(address);
    }

    static ProblemException refusal() {
        return ProblemException.unavailable(
                "Too many concurrent history queries: at most " + MOST
                        + ", and gpulse.history.max-answers-per-address from one address.",
                RETRY_AFTER);
    }

    private synchronized boolean isFreeFor(String address) {
        return this.taken < MOST && this.byAddress.getOrDefault(address, 0) < this.mostPerAddress;
    }

    private synchronized boolean takeOrWait(Place place) {
        if (isFreeFor(place.address)) {
            take(place);
            return true;
        }
        long ofAddress = this.waiting.stream()
                .filter((one) -> one.address.equals(place.address))
                .count();
        if (this.waiting.size() >= MOST_WAITING || ofAddress >= MOST_WAITING_PER_ADDRESS) {
            throw refusal();
        }
        this.waiting.add(place);
        return false;
    }

    private synchronized void take(Place place) {
        place.taken = true;
        this.taken++;
        this.byAddress.merge(place.address, 1, Integer::sum);
    }

    /** Releases a permit and returns those that are acquired now. */
    private synchronized List<Place> release(Place place) {
        place.closed = true;
        this.waiting.remove(place);
        if (place.taken) {
            place.taken = false;
            this.taken--;
            this.byAddress.computeIfPresent(place.address, (same, count) -> count == 1 ? null : count - 1);
        }
        List<Place> next = new ArrayList<>();
        for (Place one : List.copyOf(this.waiting)) {
            if (isFreeFor(one.address)) {
                this.waiting.remove(one);
                take(one);
                next.add(one);
            }
        }
        return next;
    }

    /** The permit of one request. */
    final class Place implements AutoCloseable {

        private final String address;
        private boolean taken;
        private boolean closed;
        private Runnable onTaken = () -> {};

        private Place(String address) {
            this.address = address;
        }

        /**
         * Acquires the permit, or waits for it.
         *
         * @param onTaken called once the permit is acquired, unless it is closed before
         * @throws ProblemException when too many requests wait
         */
        void take(Runnable onTaken) {
            boolean now;
            synchronized (AnswerPlaces.this) {
                if (this.closed) {
                    return;
                }
                this.onTaken = onTaken;
                now = this.taken || takeOrWait(this);
            }
            if (now) {
                onTaken.run();
            }
        }

        /** Releases the permit, if it is acquired. */
        @Override
        public void close() {
            release(this).forEach((next) -> next.onTaken.run());
        }
    }
}
