package io.gpulse.selection;

import io.gpulse.device.GpuSample;
import io.gpulse.device.Snapshot;
import io.gpulse.rounds.GpuRound;
import io.gpulse.rounds.Rounds;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The utilization of a GPU in the last minutes: since it responds without a gap. */
final class RecentUtilization {

    /** A GPU may be missing in the newest rounds. */
    private static final long MISSED_NANOS = Duration.ofSeconds(10).toNanos();

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

    /** The peaks of one window, by the UUID of the GPU. */
    record Peaks(Map<String, Peak> byUuid) {

        /** Returns the peak of a GPU; empty when its current utilization is unknown. */
        Optional<Peak> of(GpuSample gpu) {
            String uuid = gpu.uuid();
            return uuid == null ? Optional.empty() : Optional.ofNullable(this.byUuid.get(uuid));
        }
    }

    Peaks over(Duration window) {
        Map<String, Span> spans = new HashMap<>();
        long[] newest = {Long.MIN_VALUE};
        this.rounds.visitBack((round) -> {
            newest[0] = Math.max(newest[0], round.nanos());
            boolean wanted = newest[0] - round.nanos() <= Math.max(window.toNanos(), MISSED_NANOS);
            for (GpuRound gpu : round.gpus()) {
                wanted |= spans.computeIfAbsent(gpu.uuid(), (first) -> new Span(window))
                        .add(gpu, round);
            }
            return wanted;
        });
        Map<String, Peak> peaks = new HashMap<>();
        spans.forEach((uuid, span) -> span.peak().ifPresent((peak) -> peaks.put(uuid, peak)));
        return new Peaks(peaks);
    }

    /** The rounds of one GPU, the newest first. */
    private static final class Span {

        private final Duration window;
        private Rounds.@Nullable Round newest;
        private Rounds.@Nullable Round oldest;
        private double most;
        private boolean again;
        private boolean complete;

        Span(Duration window) {
            this.window = window;
        }

        /** Returns whether earlier rounds matter. */
        boolean add(GpuRound gpu, Rounds.Round round) {
            boolean known = !Double.isNaN(gpu.utilization());
            if (!this.complete && gpu.read() != null) {
                Rounds.Round later = this.oldest;
                this.again = !gpu.read() || (later != null && known && isGap(round, later));
                this.complete = this.again;
                if (!this.complete && known) {
                    this.newest = later == null ? round : this.newest;
                    this.oldest = round;
                    this.complete = age(round).compareTo(this.window) >= 0;
                    boolean within = age(round).compareTo(this.window) <= 0;
                    this.most = within ? Math.max(this.most, gpu.utilization()) : this.most;
                }
            }
            return !this.complete;
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
