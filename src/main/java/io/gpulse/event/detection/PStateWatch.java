package io.gpulse.event.detection;

import io.gpulse.device.GpuSample;
import io.gpulse.device.ProcessSample;
import io.gpulse.device.Snapshot;
import io.gpulse.event.EventAttribute;
import io.gpulse.event.EventDraft;
import io.gpulse.event.EventGpu;
import io.gpulse.event.EventKind;
import io.gpulse.event.EventLog;
import io.gpulse.event.Incident;
import io.gpulse.event.Severity;
import io.gpulse.metric.Metric;
import java.time.Duration;
import java.time.Instant;
import java.util.OptionalDouble;
import java.util.function.BooleanSupplier;

/**
 * Detects GPUs that compute in a state slower than P2 for more than half a minute. Utilization is relative to the
 * clock: at the slowest clocks, drawing a desktop may use half of a GPU.
 */
final class PStateWatch implements GpuWatch {

    private static final int SLOWEST_USUAL = 2;
    private static final double UNDER_LOAD = 50;
    private static final Duration FIRE_AFTER = Duration.ofSeconds(30).plusMillis(1);
    private static final Duration LONGEST_UNKNOWN = Duration.ofSeconds(30);

    private final EventLog log;
    private final BooleanSupplier onBattery;
    private final Episode episode = new Episode(FIRE_AFTER, Duration.ZERO);
    private long answeredNanos;
    private boolean computed;
    private long computedNanos;
    private int worst;

    /** @param onBattery whether the machine runs on battery now, which limits clocks */
    PStateWatch(EventLog log, BooleanSupplier onBattery) {
        this.log = log;
        this.onBattery = onBattery;
    }

    @Override
    public void add(EventGpu gpu, GpuSample sample, Snapshot round) {
        OptionalDouble pstate = sample.readings().number(Metric.PSTATE);
        OptionalDouble utilization = sample.readings().number(Metric.UTILIZATION_GPU);
        if (pstate.isEmpty() || utilization.isEmpty()) {
            return;
        }
        this.answeredNanos = round.nanos();
        int state = (int) pstate.getAsDouble();
        boolean slow =
                state > SLOWEST_USUAL && utilization.getAsDouble() >= UNDER_LOAD && computes(sample, round.nanos());
        if (slow) {
            this.worst = Math.max(this.worst, state);
            this.episode.hold(round, (since) -> open(gpu, since, round.takenAt()));
        } else {
            this.episode.clear(round).ifPresent((row) -> end(row, round.takenAt()));
        }
    }

    private Incident open(EventGpu gpu, Instant since, Instant now) {
        boolean battery = this.onBattery.getAsBoolean();
        return this.log.begin(EventDraft.of(since, EventKind.P_STATE, battery ? Severity.INFO : Severity.WARNING, gpu)
                .reportedAt(now)
                .flag(EventAttribute.ON_BATTERY, battery)
                .with(EventAttribute.P_STATE, "P" + this.worst));
    }

    /** Windows lists every program with a window as a compute process as well. */
    private boolean computes(GpuSample sample, long nanos) {
        boolean computesNow = sample.known().processes().stream()
                .map(ProcessSample::type)
                .anyMatch((type) -> type == ProcessSample.Type.COMPUTE || type == ProcessSample.Type.MPS);
        this.computed |= computesNow;
        this.computedNanos = computesNow ? nanos : this.computedNanos;
        return this.computed && nanos - this.computedNanos <= ProcessSample.GONE_AFTER.toNanos();
    }

    @Override
    public void endRound(Snapshot round) {
        if (this.answeredNanos != round.nanos()) {
            this.episode.unknown(round, LONGEST_UNKNOWN).ifPresent((row) -> end(row, this.episode.last()));
        }
        this.worst = this.episode.since() == null ? 0 : this.worst;
    }

    private void end(Incident row, Instant at) {
        row.end(at, (change) -> change.slowest("P" + this.worst));
    }
}
