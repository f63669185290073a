package io.gpulse.event.detection;

import io.gpulse.device.GpuSample;
import io.gpulse.device.Readings;
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
import java.util.Objects;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Detects clocks that are throttled for one reason for ten seconds of a minute, until they were not for a minute. While
 * the GPU does not answer, they count as not throttled.
 */
final class ClockWatch implements GpuWatch {

    private static final double LEAST_SECONDS = 10;

    private final ClockThrottling reason;
    private final EventLog log;
    private final BooleanSupplier onBattery;
    private final SlidingSeconds held = new SlidingSeconds();
    private final Episode episode = new Episode(Duration.ZERO, Duration.ZERO);
    private double seconds;
    private double lowestClock = Double.NaN;

    /** @param onBattery whether the machine runs on battery now, which limits clocks */
    ClockWatch(ClockThrottling reason, EventLog log, BooleanSupplier onBattery) {
        this.reason = reason;
        this.log = log;
        this.onBattery = onBattery;
    }

    @Override
    public void add(EventGpu gpu, GpuSample sample, Snapshot round) {
        Readings readings = sample.readings();
        boolean holds = this.reason.holds(readings);
        this.seconds += this.held.add(holds, round);
        if (holds) {
            double clock = readings.number(Metric.CLOCKS_SM).orElse(Double.NaN);
            this.lowestClock = Double.isNaN(this.lowestClock) ? clock : Math.min(this.lowestClock, clock);
        }
        if (holds && (this.episode.row() != null || this.held.seconds() >= LEAST_SECONDS)) {
            this.episode.hold(round, (first) -> open(gpu, readings, round.takenAt()));
        }
    }

    private Incident open(EventGpu gpu, Readings readings, Instant now) {
        boolean battery = this.reason != ClockThrottling.THERMAL && this.onBattery.getAsBoolean();
        Severity severity = battery ? Severity.INFO : Severity.WARNING;
        EventDraft draft = EventDraft.of(Objects.requireNonNull(this.held.since()), EventKind.CLOCKS, severity, gpu)
                .reportedAt(now)
                .with(EventAttribute.RULE, this.reason.rule(battery))
                .flag(EventAttribute.ON_BATTERY, battery)
                .with(EventAttribute.REASON, this.reason.label())
                .with(EventAttribute.LOWEST_SM_CLOCK, whole(this.lowestClock));
        if (this.reason == ClockThrottling.POWER_LIMIT) {
            double usual = readings.number(Metric.POWER_DEFAULT_LIMIT).orElse(Double.NaN);
            draft = draft.with(EventAttribute.LIMIT, whole(ClockThrottling.limit(readings)))
                    .with(EventAttribute.DEFAULT_LIMIT, whole(usual));
        }
        return this.log.begin(draft);
    }

    @Override
    public void endRound(Snapshot round) {
        this.held.forget(round.nanos());
        if (this.held.seconds() > 0) {
            return;
        }
        this.episode
                .clear(round)
                .ifPresent((row) -> row.end(
                        this.episode.last(),
                        (change) -> change.merged(EventAttribute.SECONDS, Math.round(this.seconds), Math::max)
                                .merged(EventAttribute.LOWEST_SM_CLOCK, whole(this.lowestClock), Math::min)));
        this.seconds = 0;
        this.lowestClock = Double.NaN;
    }

    private static @Nullable Long whole(double value) {
        return Double.isNaN(value) ? null : Math.round(value);
    }
}
