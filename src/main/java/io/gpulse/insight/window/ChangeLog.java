package io.gpulse.insight.window;

import io.gpulse.device.Counter;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;

/**
 * The growth of a counter that rarely changes.
 */
public final class ChangeLog {

    private static final int MOST = 96;

    /** Number of the newest changes that are never joined. */
    private static final int NEWEST = 16;

    private final long firstAt;
    private final long firstCount;
    private final Counter counter = new Counter();
    private long gained;
    private long addedAt;

    /** The growth up to each change, by its time. */
    private final NavigableMap<Long, Long> gains = new TreeMap<>();

    /** @param at the time of the first value, in epoch ms */
    public ChangeLog(long at, long count) {
        this.firstAt = at;
        this.firstCount = count;
        this.counter.add((double) count, TimeUnit.MILLISECONDS.toNanos(at));
    }

    /**
     * Adds a sample; one that repeats the last value can confirm that the counter has restarted.
     *
     * @param at in epoch ms; earlier than the last change when the clock was set back
     */
    public void add(long at, long count) {
        Counter.Gain gain = this.counter.add((double) count, TimeUnit.MILLISECONDS.toNanos(at));
        addGain(this.addedAt, (long) gain.earlier());
        addGain(at, (long) gain.later());
        this.addedAt = at;
    }

    private void addGain(long at, long more) {
        if (more == 0) {
            return;
        }
        this.gained += more;
        if (this.gains.size() == MOST) {
            thin(at);
        }
        this.gains.put(this.gains.isEmpty() ? at : Math.max(at, this.gains.lastKey()), this.gained);
    }

    /**
     * Joins the two neighbours that are closest for their age. The growth since any time is then at most about a tenth
     * too low, and never too high.
     */
    private void thin(long now) {
        List<Long> times = List.copyOf(this.gains.keySet());
        int closest = IntStream.range(0, MOST - NEWEST - 1)
                .boxed()
                .min(Comparator.comparingDouble(
                        (i) -> (double) (times.get(i + 1) - times.get(i)) / Math.max(1, now - times.get(i))))
                .orElseThrow();
        this.gains.put(times.get(closest), this.gains.remove(times.get(closest + 1)));
    }

    /**
     * Returns the growth since a time.
     *
     * @param from in epoch ms
     */
    public long gainedSince(long from) {
        Map.Entry<Long, Long> before = this.gains.lowerEntry(from);
        return this.gained - (before == null ? 0 : before.getValue());
    }

    /** Returns the growth since the first value. */
    public long gained() {
        return this.gained;
    }

    /** Returns the time of the first value, in epoch ms. */
    public long firstAt() {
        return this.firstAt;
    }

    /** Returns the first value. */
    public long firstCount() {
        return this.firstCount;
    }

    /** Returns the latest value. */
    public long count() {
        return (long) this.counter.last();
    }

    /** Returns the time of the first change since a time, in epoch ms; 0 if there was none. */
    public long firstChangeSince(long from) {
        Long first = this.gains.ceilingKey(from);
        return first == null ? 0 : first;
    }
}
