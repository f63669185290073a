package io.gpulse.stream;

import io.gpulse.web.StreamEvents.Notice;
import java.util.Map;
import java.util.NavigableMap;
import java.util.concurrent.ConcurrentSkipListMap;
import org.jspecify.annotations.Nullable;

/**
 * The last notices, each with the snapshot behind which it came: a reader that resumes behind a snapshot gets what came
 * after it. One thread adds; any may read.
 */
final class NoticeRing {

    private static final int MAX_NOTICES = 1000;
    private static final int MAX_CHARACTERS = 1 << 20;

    private final NavigableMap<Long, Entry> entries = new ConcurrentSkipListMap<>();
    private volatile long next;
    private int characters;

    /**
     * A notice in its place.
     *
     * @param number counts the notices of this process
     * @param behind sequence of the latest snapshot when it came; {@link Long#MIN_VALUE} when there was none
     */
    record Entry(long number, long behind, Notice notice) {}

    void add(Notice notice, long behind) {
        long number = this.next;
        this.entries.put(number, new Entry(number, behind, notice));
        this.next = number + 1;
        this.characters += notice.json().length();
        while (this.entries.size() > MAX_NOTICES || (this.characters > MAX_CHARACTERS && this.entries.size() > 1)) {
            drop();
        }
    }

    /** Forgets what came before a snapshot that nobody can resume behind any more. */
    void dropBefore(long sequence) {
        Map.Entry<Long, Entry> oldest = this.entries.firstEntry();
        while (oldest != null && oldest.getValue().behind() < sequence) {
            drop();
            oldest = this.entries.firstEntry();
        }
    }

    private void drop() {
        Map.Entry<Long, Entry> dropped = this.entries.pollFirstEntry();
        this.characters -=
                dropped == null ? 0 : dropped.getValue().notice().json().length();
    }

    /** The number that the next notice gets. */
    long next() {
        return this.next;
    }

    /** The number of the first that came behind a snapshot or later. */
    long firstBehind(long sequence) {
        return this.entries.values().stream()
                .filter((entry) -> entry.behind() >= sequence)
                .mapToLong(Entry::number)
                .findFirst()
                .orElse(this.next);
    }

    /** The oldest of those with this number or a higher one. */
    @Nullable
    Entry from(long number) {
        if (number >= this.next) {
            return null;
        }
        Map.Entry<Long, Entry> found = this.entries.ceilingEntry(number);
        return found == null ? null : found.getValue();
    }
}
