package io.gpulse.event;

import java.util.Collection;
import java.util.Iterator;
import java.util.function.Predicate;

/**
 * Limits the number of rows in memory: the oldest are removed, except for open ones. Rows of processes are removed
 * first when they are more than half, those of faults when they are more than a quarter; rows that are not stored are
 * kept while there is room.
 */
final class EventRetention {

    /** Factor of the limit while rows cannot be stored. */
    private static final int ROOM = 2;

    private final int most;
    private boolean storing;

    EventRetention(int most) {
        this.most = most;
    }

    /** Keeps rows until they are stored, from now on. */
    void keepUnstored() {
        this.storing = true;
    }

    /**
     * Removes rows.
     *
     * @param incidents the oldest first
     * @return whether there were too many
     */
    boolean prune(Collection<Incident> incidents) {
        if (incidents.size() <= this.most) {
            return false;
        }
        long processes = incidents.stream().filter(Incident::isOfProcess).count();
        remove(incidents, this.most, processes - this.most / 2, (one) -> one.isOfProcess() && isRemovable(one));
        long faults = incidents.stream().filter(Incident::isFault).count();
        remove(incidents, this.most, faults - this.most / 4, (one) -> one.isFault() && isRemovable(one));
        remove(incidents, this.most, Long.MAX_VALUE, (one) -> isRemovable(one) && !one.isFault());
        remove(incidents, ROOM * this.most, Long.MAX_VALUE, (one) -> true);
        return true;
    }

    private boolean isRemovable(Incident incident) {
        return !this.storing || incident.isStored();
    }

    private static void remove(Collection<Incident> incidents, int most, long atMost, Predicate<Incident> removable) {
        Iterator<Incident> oldest = incidents.iterator();
        long left = atMost;
        while (left > 0 && incidents.size() > most && oldest.hasNext()) {
            Incident incident = oldest.next();
            if (!incident.isOpen() && removable.test(incident)) {
                oldest.remove();
                left--;
            }
        }
    }
}
