package io.gpulse.selection;

import io.gpulse.device.Snapshot;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What one GPU's utilization has been, as long as it was seen without a break. Keeps only the looks that no later one
 * exceeds: they alone can be the greatest of a window that ends now, and there are as many as there are percents.
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
            // The clock was put back.
            this.peaks.clear();
        } else if (last != null && round.isGap(Duration.between(last.at(), at))) {
            forget();
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

    /** It cannot be seen; what it does meanwhile nobody knows. */
    void forget() {
        this.peaks.clear();
        this.since = null;
        this.again = true;
    }

    /** Empty while it cannot be seen. */
    Optional<UtilizationPeak> over(Duration window) {
        Peak last = this.peaks.peekLast();
        if (last == null || this.since == null) {
            return Optional.empty();
        }
        Instant from = last.at().minus(window);
        double most = this.peaks.stream()
                .filter((peak) -> !peak.at().isBefore(from))
                .findFirst()
                .orElse(last)
                .utilization();
        Duration seen = Duration.between(this.since, last.at());
        boolean whole = seen.compareTo(window) >= 0;
        return Optional.of(new UtilizationPeak(most, whole ? window : seen, this.again && !whole));
    }
}
