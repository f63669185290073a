package io.gpulse.event.detection;

import io.gpulse.device.GpuSample;
import io.gpulse.device.ProcessSample;
import io.gpulse.event.EventAttribute;
import io.gpulse.event.EventDraft;
import io.gpulse.event.EventGpu;
import io.gpulse.event.EventKind;
import io.gpulse.event.EventLog;
import io.gpulse.event.Incident;
import io.gpulse.event.Severity;
import io.gpulse.history.accounting.TimedSnapshot;
import io.gpulse.metric.Metric;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * GPUs that are slower than P2 for more than half a minute though they compute. Utilization is relative to the clock: a
 * desktop that is drawn at the slowest clocks may use half of a GPU.
 */
final class PStateWatch implements RoundWatch {

    private static final int SLOWEST_USUAL = 2;
    private static final double UNDER_LOAD = 50;
    private static final long LEAST = Duration.ofSeconds(30).toNanos();

    /** A driver may leave out a process now and then. */
    private static final long LISTED = Duration.ofSeconds(10).toNanos();

    private final EventLog log;
    private final BooleanSupplier onBattery;
    private final Map<String, Slow> gpus = new HashMap<>();

    /** @param onBattery whether the machine runs on battery now, which limits clocks */
    PStateWatch(EventLog log, BooleanSupplier onBattery) {
        this.log = log;
        this.onBattery = onBattery;
    }

    @Override
    public void add(TimedSnapshot round) {
        RoundWatch.forEachThatAnswers(
                round,
                (gpu, sample) -> this.gpus
                        .computeIfAbsent(gpu.uuid(), (uuid) -> new Slow())
                        .add(gpu, sample, round));
        this.gpus.values().forEach((slow) -> slow.endIfUnseen(round));
    }

    /** Windows says of every program with a window that it computes as well. */
    private static boolean computes(ProcessSample process) {
        return process.type() == ProcessSample.Type.COMPUTE || process.type() == ProcessSample.Type.MPS;
    }

    /** One GPU, and since when it is slow. */
    private final class Slow {

        private @Nullable Instant since;
        private long sinceNanos;
        private Instant last = Instant.EPOCH;
        private long lastNanos;
        private boolean computed;
        private long computedNanos;
        private int worst;
        private @Nullable Incident incident;

        void add(EventGpu gpu, GpuSample sample, TimedSnapshot round) {
            int state = (int) sample.readings().number(Metric.PSTATE).orElse(-1);
            boolean slow = state > SLOWEST_USUAL
                    && sample.readings().number(Metric.UTILIZATION_GPU).orElse(0) >= UNDER_LOAD
                    && computes(sample, round.nanos());
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
                boolean battery = PStateWatch.this.onBattery.getAsBoolean();
                Severity severity = battery ? Severity.INFO : Severity.WARNING;
                this.incident = PStateWatch.this.log.begin(EventDraft.of(this.since, EventKind.P_STATE, severity, gpu)
                        .with(EventAttribute.ON_BATTERY, battery ? true : null)
                        .with(EventAttribute.P_STATE, "P" + this.worst));
            }
        }

        private boolean computes(GpuSample sample, long nanos) {
            if (sample.known().processes().stream().anyMatch(PStateWatch::computes)) {
                this.computed = true;
                this.computedNanos = nanos;
            }
            return this.computed && nanos - this.computedNanos <= LISTED;
        }

        /** A GPU that does not answer is not seen to be slow. */
        void endIfUnseen(TimedSnapshot round) {
            if (this.since != null && round.nanos() - this.lastNanos > LEAST) {
                end(this.last);
            }
        }

        private void end(Instant now) {
            if (this.incident != null) {
                this.incident.end(now, (change) -> change.fact(EventAttribute.P_STATE, "P" + this.worst));
                this.incident = null;
            }
            this.since = null;
            this.worst = 0;
        }
    }
}
