package io.gpulse.event.detection;

import io.gpulse.device.Readings;
import io.gpulse.event.EventDraft;
import io.gpulse.event.EventGpu;
import io.gpulse.event.EventKind;
import io.gpulse.event.EventLog;
import io.gpulse.event.Fact;
import io.gpulse.event.Incident;
import io.gpulse.event.Severity;
import io.gpulse.history.accounting.TimedSnapshot;
import io.gpulse.metric.Metric;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** GPUs that are slower than P2 for more than half a minute though there is work. */
final class PStateWatch implements RoundWatch {

    private static final int SLOWEST_USUAL = 2;
    private static final double UNDER_LOAD = 50;
    private static final long LEAST = Duration.ofSeconds(30).toNanos();

    private final EventLog log;
    private final Map<String, Slow> gpus = new HashMap<>();

    PStateWatch(EventLog log) {
        this.log = log;
    }

    @Override
    public void add(TimedSnapshot round) {
        RoundWatch.forEachThatAnswers(
                round,
                (gpu, sample) -> this.gpus
                        .computeIfAbsent(gpu.uuid(), (uuid) -> new Slow())
                        .add(gpu, sample.readings(), round));
        this.gpus.values().forEach((slow) -> slow.endIfUnseen(round));
    }

    /** One GPU, and since when it is slow. */
    private final class Slow {

        private @Nullable Instant since;
        private long sinceNanos;
        private Instant last = Instant.EPOCH;
        private long lastNanos;
        private int worst;
        private @Nullable Incident incident;

        void add(EventGpu gpu, Readings readings, TimedSnapshot round) {
            int state = (int) readings.number(Metric.PSTATE).orElse(-1);
            boolean slow = state > SLOWEST_USUAL
                    && readings.number(Metric.UTILIZATION_GPU).orElse(0) >= UNDER_LOAD;
            Instant now = round.snapshot().takenAt();
            if (!slow) {
                end(now);
                return;
            }
            if (this.since == null) {
                this.since = now;
                this.sinceNanos = round.nanos();
            }
            this.last = now;
            this.lastNanos = round.nanos();
            this.worst = Math.max(this.worst, state);
            if (this.incident == null && round.nanos() - this.sinceNanos > LEAST) {
                this.incident =
                        PStateWatch.this.log.begin(EventDraft.of(this.since, EventKind.P_STATE, Severity.WARNING, gpu)
                                .with(Fact.P_STATE, "P" + this.worst));
            }
        }

        /** A GPU that does not answer is not seen to be slow. */
        void endIfUnseen(TimedSnapshot round) {
            if (this.since != null && round.nanos() - this.lastNanos > LEAST) {
                end(this.last);
            }
        }

        private void end(Instant now) {
            if (this.incident != null) {
                this.incident.end(now, (change) -> change.fact(Fact.P_STATE, "P" + this.worst));
                this.incident = null;
            }
            this.since = null;
            this.worst = 0;
        }
    }
}
