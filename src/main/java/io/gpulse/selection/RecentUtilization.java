package io.gpulse.selection;

import io.gpulse.device.GpuSample;
import io.gpulse.device.Snapshot;
import io.gpulse.rounds.GpuRound;
import io.gpulse.rounds.Rounds;
import java.time.Duration;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The utilization of a GPU in the last minutes: since it responds without a gap. */
final class RecentUtilization {

    private final Rounds rounds;

    RecentUtilization(Rounds rounds) {
        this.rounds = rounds;
    }

    /**
     * The maximum utilization in a time span.
     *
     * @param most in percent
     * @param again whether the span started when a GPU responded again
     */
    record Peak(double most, Duration span, boolean again) {}

    /** Returns the peak of a window; empty when the current utilization is unknown. */
    Optional<Peak> of(GpuSample gpu, Duration window) {
        String uuid = gpu.uuid();
        if (uuid == null) {
            return Optional.empty();
        }
        Span span = new Span(uuid, window);
        this.rounds.visitBack(span::add);
        return span.peak();
    }

    /** The rounds of one GPU, the newest first. */
    private static final class Span {

        private final String uuid;
        private final Duration window;
        private Rounds.@Nullable Round newest;
        private Rounds.@Nullable Round oldest;
        private double most;
        private boolean again;

        Span(String uuid, Duration window) {
            this.uuid = uuid;
            this.window = window;
        }

        /** Returns whether earlier rounds matter. */
        boolean add(Rounds.Round round) {
            GpuRound gpu = round.gpu(this.uuid);
            if (gpu == null || gpu.read() == null) {
                return true;
            }
            Rounds.Round later = this.oldest;
            if (!gpu.read() || (later != null && !Double.isNaN(gpu.utilization()) && isGap(round, later))) {
                this.again = true;
                return false;
            }
            if (!Double.isNaN(gpu.utilization())) {
                this.newest = later == null ? round : this.newest;
                boolean within = age(round).compareTo(this.window) <= 0;
                this.most = within ? Math.max(this.most, gpu.utilization()) : this.most;
                this.oldest = round;
                return age(round).compareTo(this.window) < 0;
            }
            return true;
        }

        private static boolean isGap(Rounds.Round earlier, Rounds.Round later) {
            Duration longest = Snapshot.longestPause(Duration.ofMillis(later.every()));
            return later.nanos() - earlier.nanos() > longest.toNanos();
        }

        private Duration age(Rounds.Round round) {
            return Duration.ofNanos(Objects.requireNonNull(this.newest).nanos() - round.nanos());
        }

        Optional<Peak> peak() {
            if (this.oldest == null) {
                return Optional.empty();
            }
            Duration recorded = age(this.oldest);
            boolean whole = recorded.compareTo(this.window) >= 0;
            return Optional.of(new Peak(this.most, whole ? this.window : recorded, this.again && !whole));
        }
    }
}
