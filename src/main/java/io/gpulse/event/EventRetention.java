package io.gpulse.event;

import java.util.Collection;
import java.util.Iterator;
import java.util.function.Predicate;

/**
 * Which incidents are forgotten when there are too many: the oldest, but none that lasts. Processes go before the rest
 * when there are many of them, and what is not stored yet stays as long as there is room.
 */
final class EventRetention {

    /** So many times as much is remembered while it cannot be stored. */
    private static final int ROOM = 2;

    private final int most;
    private boolean storing;

    EventRetention(int most) {
        this.most = most;
    }

    /** There is somebody who stores: until then nothing is kept to be stored. */
    void keepUnstored() {
        this.storing = true;
    }

    /** @param incidents the oldest first; what is forgotten is removed from them */
    void among(Collection<Incident> incidents) {
        if (incidents.size() <= this.most) {
            return;
        }
        long processes = incidents.stream().filter(Incident::isOfProcess).count();
        forget(incidents, processes - this.most / 2, (one) -> one.isOfProcess() && isForgettable(one));
        forget(incidents, Long.MAX_VALUE, this::isForgettable);
        forget(incidents, ROOM * this.most, Long.MAX_VALUE, (one) -> true);
    }

    private boolean isForgettable(Incident incident) {
        return !this.storing || incident.isStored();
    }

    private void forget(Collection<Incident> incidents, long atMost, Predicate<Incident> forgettable) {
        forget(incidents, this.most, atMost, forgettable);
    }

    private static void forget(Collection<Incident> incidents, int most, long atMost, Predicate<Incident> forgettable) {
        Iterator<Incident> oldest = incidents.iterator();
        long left = atMost;
        while (left > 0 && incidents.size() > most && oldest.hasNext()) {
            Incident incident = oldest.next();
            if (!incident.isOpen() && forgettable.test(incident)) {
                oldest.remove();
                left--;
            }
        }
    }
}
