package io.gpulse.selection;

import io.gpulse.device.Snapshot;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The utilization of one GPU since the last gap. Keeps only samples that no later one exceeds: only these can be the
 * maximum of a window that ends now, and their number is limited by the number of distinct percentages.
 */
final class UtilizationWindow {

    private final Deque<Peak> peaks = new ArrayDeque<>();
    private @Nullable Instant since;
    private boolean again;

    private record Peak(Instant at, double utilization) {}

    /** Adds the utilization of a round; a gap before it starts the window over. */
    void record(Snapshot round, double utilization) {
        Instant at = round.takenAt();
        Peak last = this.peaks.peekLast();
        if (last != null && at.isBefore(last.at())) {
            // The clock was set back.
            this.peaks.clear();
        } else if (last != null && round.isGap(Duration.between(last.at(), at))) {
            reset();
        }
        if (this.peaks.isEmpty()) {
            this.since = at;
        }
        while (!this.peaks.isEmpty() && this.peaks.getLast().utilization() <= utilization) {
            this.peaks.removeLast();
        }
        this.peaks.addLast(new Peak(at, utilization));
        while (this.peaks.getFirst().at().isBefore(at.minus(Criteria.LONGEST_WINDOW))) {
            this.peaks.removeFirst();
        }
    }

    /** Starts again, because the GPU does not respond. */
    void reset() {
        this.peaks.clear();
        this.since = null;
        this.again = true;
    }

    /** Returns the peak of a window; empty while the GPU does not respond. */
    Optional<UtilizationPeak> over(Duration window) {
        Peak last = this.peaks.peekLast();
        if (last == null || this.since == null) {
            return Optional.empty();
        }
        Instant from = last.at().minus(window);
        double max = this.peaks.stream()
                .filter((peak) -> !peak.at().isBefore(from))
                .findFirst()
                .orElse(last)
                .utilization();
        Duration recorded = Duration.between(this.since, last.at());
        boolean whole = recorded.compareTo(window) >= 0;
        return Optional.of(new UtilizationPeak(max, whole ? window : recorded, this.again && !whole));
    }
}
