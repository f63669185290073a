package io.gpulse.selection;

import io.gpulse.device.Snapshot;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The utilization of one GPU since the last gap. Keeps only samples that no later one exceeds: only these can be the
 * maximum of a window that ends now, and their number is limited by the number of distinct percentages.
 */
final class UtilizationWindow {

    static final Duration LONGEST = Duration.ofMinutes(FreeQuery.LONGEST_WINDOW_MINUTES);

    private final Deque<Sample> samples = new ArrayDeque<>();
    private @Nullable Long since;
    private boolean again;

    /** @param at on the monotonic clock, in nanoseconds */
    private record Sample(long at, double utilization) {}

    /**
     * The maximum utilization in a time span.
     *
     * @param most in percent
     * @param again whether the span started when a GPU responded again
     */
    record Peak(double most, Duration span, boolean again) {}

    /** Adds the utilization of a round; a gap before it starts the window over. */
    void record(Snapshot round, double utilization) {
        long at = round.nanos();
        Sample last = this.samples.peekLast();
        if (last != null && round.isGap(round.since(last.at()))) {
            reset();
        }
        if (this.samples.isEmpty()) {
            this.since = at;
        }
        while (!this.samples.isEmpty() && this.samples.getLast().utilization() <= utilization) {
            this.samples.removeLast();
        }
        this.samples.addLast(new Sample(at, utilization));
        while (at - this.samples.getFirst().at() > LONGEST.toNanos()) {
            this.samples.removeFirst();
        }
    }

    /** Starts again, because the GPU does not respond. */
    void reset() {
        this.samples.clear();
        this.since = null;
        this.again = true;
    }

    /** Returns the peak of a window; empty while the GPU does not respond. */
    Optional<Peak> over(Duration window) {
        Sample last = this.samples.peekLast();
        if (last == null || this.since == null) {
            return Optional.empty();
        }
        double max = this.samples.stream()
                .filter((sample) -> last.at() - sample.at() <= window.toNanos())
                .findFirst()
                .orElse(last)
                .utilization();
        Duration recorded = Duration.ofNanos(last.at() - this.since);
        boolean whole = recorded.compareTo(window) >= 0;
        return Optional.of(new Peak(max, whole ? window : recorded, this.again && !whole));
    }
}
