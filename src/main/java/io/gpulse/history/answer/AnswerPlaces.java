package io.gpulse.history.answer;

import io.gpulse.web.ProblemException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/** Permits for concurrent responses, limited in all and per client address. */
final class AnswerPlaces {

    /** Maximum number of concurrent responses, each of which may hold 5 MB for a slow client. */
    static final int MOST = 8;

    /** Maximum number of requests that wait, in all and per address. */
    static final int MOST_WAITING = 64;

    static final int MOST_WAITING_PER_ADDRESS = 16;

    /** Permits, and places to wait, that only an address without another one gets. */
    private static final int RESERVED = 1;

    private static final int RESERVED_WAITING = 8;

    private static final Duration RETRY_AFTER = Duration.ofSeconds(2);

    private final int mostPerAddress;
    private final List<Place> taken = new ArrayList<>();
    private final List<Place> waiting = new ArrayList<>();

    /** @param mostPerAddress maximum number of concurrent responses of one address */
    AnswerPlaces(int mostPerAddress) {
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

    private static long count(List<Place> places, String address) {
        return places.stream().filter((place) -> place.address.equals(address)).count();
    }

    private synchronized boolean take(Place place) {
        long own = count(this.taken, place.address);
        boolean free = this.taken.size() < (own == 0 ? MOST : MOST - RESERVED) && own < this.mostPerAddress;
        return free && this.taken.add(place);
    }

    private synchronized boolean takeOrWait(Place place) {
        if (take(place)) {
            return true;
        }
        long own = count(this.waiting, place.address);
        if (this.waiting.size() >= (own == 0 ? MOST_WAITING : MOST_WAITING - RESERVED_WAITING)
                || own >= MOST_WAITING_PER_ADDRESS) {
            throw refusal();
        }
        this.waiting.add(place);
        return false;
    }

    /** Releases a permit and returns those that are acquired now, those of the address with fewest first. */
    private synchronized List<Place> release(Place place) {
        place.closed = true;
        this.waiting.remove(place);
        this.taken.remove(place);
        List<Place> next = new ArrayList<>();
        Optional<Place> one = takeWaiting();
        while (one.isPresent()) {
            next.add(one.get());
            one = takeWaiting();
        }
        return next;
    }

    private Optional<Place> takeWaiting() {
        Optional<Place> next = this.waiting.stream()
                .sorted(Comparator.comparingLong((place) -> count(this.taken, place.address)))
                .filter(this::take)
                .findFirst();
        next.ifPresent(this.waiting::remove);
        return next;
    }

    /** The permit of one request. */
    final class Place implements AutoCloseable {

        private final String address;
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
                now = AnswerPlaces.this.taken.contains(this) || takeOrWait(this);
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
