package io.gpulse.stream;

import io.gpulse.web.StreamEvents.Notice;
import java.util.Map;
import java.util.NavigableMap;
import java.util.concurrent.ConcurrentSkipListMap;

/**
 * The latest notices, each with the snapshot that it followed, so that a subscriber that resumes after a snapshot
 * receives the notices since. One thread adds; any thread reads.
 */
final class NoticeRing {

    private static final int MAX_NOTICES = 1000;
    private static final int MAX_CHARACTERS = 1 << 20;

    private final NavigableMap<Long, Entry> entries = new ConcurrentSkipListMap<>();
    private volatile long next;
    private int characters;

    /**
     * A notice with its position.
     *
     * @param number counts the notices of this process
     * @param after sequence of the latest snapshot at its arrival; {@link Long#MIN_VALUE} when there was none
     */
    record Entry(long number, long after, Notice notice) {}

    void add(Notice notice, long after) {
        long number = this.next;
        this.entries.put(number, new Entry(number, after, notice));
        this.next = number + 1;
        this.characters += notice.json().length();
        while (this.entries.size() > MAX_NOTICES || (this.characters > MAX_CHARACTERS && this.entries.size() > 1)) {
            drop();
        }
    }

    /** Drops the notices before the oldest snapshot from which subscribers can resume. */
    void dropBefore(long sequence) {
        Map.Entry<Long, Entry> oldest = this.entries.firstEntry();
        while (oldest != null && oldest.getValue().after() < sequence) {
            drop();
            oldest = this.entries.firstEntry();
        }
    }

    private void drop() {
        Map.Entry<Long, Entry> dropped = this.entries.pollFirstEntry();
        this.characters -=
                dropped == null ? 0 : dropped.getValue().notice().json().length();
    }

    /** Returns the number of the next notice. */
    long next() {
        return this.next;
    }

    /** Returns the number of the first notice after a snapshot. */
    long firstAfter(long sequence) {
        return this.entries.values().stream()
                .filter((entry) -> entry.after() >= sequence)
                .mapToLong(Entry::number)
                .findFirst()
                .orElse(this.next);
    }

    /** Returns the notices with at least this number, the oldest first. */
    Iterable<Entry> from(long number) {
        return this.entries.tailMap(number, true).values();
    }
}
