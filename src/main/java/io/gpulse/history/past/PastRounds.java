package io.gpulse.history.past;

import io.gpulse.device.Activity;
import io.gpulse.device.Condition;
import io.gpulse.device.GpuIdentity;
import io.gpulse.device.GpuReadings;
import io.gpulse.device.GpuSample;
import io.gpulse.device.GpuState;
import io.gpulse.device.Snapshot;
import io.gpulse.device.Source;
import io.gpulse.sampling.IdleTimes;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.function.Function;

/** The rounds of a simulated past, a minute apart. */
final class PastRounds {

    /** Programs of the simulated GPUs start and end at whole minutes. */
    private static final Duration EVERY = Duration.ofMinutes(1);

    private final List<SimulatedGpu> gpus;
    private final List<GpuIdentity> identities;
    private final Source source;
    private final IdleTimes idleTimes;

    PastRounds(List<SimulatedGpu> gpus, Source source, IdleTimes idleTimes) {
        this.gpus = gpus;
        this.identities = gpus.get(0).past().gpus();
        this.source = source;
        this.idleTimes = idleTimes;
    }

    /**
     * Returns a round.
     *
     * @param last in epoch ms, as the time of the round
     */
    Snapshot complete(long last, long millis) {
        return of(millis, (gpu) -> gpu.round(last, millis));
    }

    /** Returns a round with what the accounts need. */
    Snapshot use(long last, long millis) {
        return of(millis, (gpu) -> gpu.use(last, millis));
    }

    private Snapshot of(long millis, Function<SimulatedGpu, GpuReadings> read) {
        Instant at = Instant.ofEpochMilli(millis);
        List<GpuSample> samples = this.gpus.stream()
                .map((gpu) -> sample(gpu.index(), at, read.apply(gpu)))
                .toList();
        List<GpuSample> active = this.idleTimes.complete(samples, Duration.ofMillis(millis));
        return new Snapshot(millis, at, millis * 1_000_000, Duration.ZERO, EVERY, this.source, active, null);
    }

    private GpuSample sample(int index, Instant at, GpuReadings readings) {
        return new GpuSample(
                index,
                this.identities.get(index),
                new Condition(GpuState.OK, at, null),
                at,
                at,
                readings,
                Activity.UNKNOWN);
    }
}
