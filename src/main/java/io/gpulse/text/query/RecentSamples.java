package io.gpulse.text.query;

import io.gpulse.device.GpuSample;
import io.gpulse.metric.Metric;
import io.gpulse.rounds.GpuRound;
import io.gpulse.rounds.Rounds;
import java.time.Duration;
import java.time.Instant;
import java.util.DoubleSummaryStatistics;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The samples of the last minute, for {@code nvidia-smi -q -d}, which prints their number and extremes. There is one
 * sample per round. A GPU that stops responding loses its samples.
 */
public final class RecentSamples {

    static final Duration SPAN = Duration.ofMinutes(1);

    private final Rounds rounds;

    public RecentSamples(Rounds rounds) {
        this.rounds = rounds;
    }

    /** A summary of samples. */
    record Figures(Duration span, int count, double max, double min, double average) {}

    /** Returns the summary of a row of {@link io.gpulse.rounds.Rows#SAMPLED}; empty without samples. */
    Optional<Figures> of(GpuSample gpu, Metric metric) {
        String uuid = gpu.uuid();
        if (uuid == null) {
            return Optional.empty();
        }
        Samples samples = new Samples(metric);
        this.rounds.visitBack((round) -> samples.add(round.gpu(uuid), Instant.ofEpochMilli(round.at())));
        return samples.figures();
    }

    /** The samples of a row, the newest first. */
    private static final class Samples {

        private final Metric metric;
        private final DoubleSummaryStatistics values = new DoubleSummaryStatistics();
        private @Nullable Instant oldestWanted;
        private @Nullable Instant last;
        private Instant from = Instant.MAX;
        private Instant to = Instant.MIN;

        Samples(Metric metric) {
            this.metric = metric;
        }

        /** Returns whether earlier rounds matter. */
        boolean add(@Nullable GpuRound gpu, Instant roundAt) {
            this.oldestWanted = this.oldestWanted == null ? roundAt.minus(SPAN) : this.oldestWanted;
            Instant at = gpu == null ? null : gpu.sampledAt();
            Instant later = this.last;
            if (gpu == null || !Boolean.TRUE.equals(gpu.read()) || at == null || at.isBefore(this.oldestWanted)) {
                return false;
            }
            if (later != null && at.isAfter(later)) {
                // The clock was set back.
                return false;
            }
            double value = gpu.value(this.metric);
            if (!at.equals(later) && !Double.isNaN(value)) {
                this.values.accept(value);
                this.from = at;
                this.to = this.to.isBefore(at) ? at : this.to;
            }
            this.last = at;
            return true;
        }

        Optional<Figures> figures() {
            return this.values.getCount() == 0
                    ? Optional.empty()
                    : Optional.of(new Figures(
                            Duration.between(this.from, this.to),
                            (int) this.values.getCount(),
                            this.values.getMax(),
                            this.values.getMin(),
                            this.values.getAverage()));
        }
    }
}
