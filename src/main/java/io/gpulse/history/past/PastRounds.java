package io.gpulse.history.past;

import io.gpulse.device.Activity;
import io.gpulse.device.Condition;
import io.gpulse.device.GpuIdentity;
import io.gpulse.device.GpuReadings;
import io.gpulse.device.GpuSample;
import io.gpulse.device.GpuState;
import io.gpulse.device.ProcessSample;
import io.gpulse.device.Readings;
import io.gpulse.device.Snapshot;
import io.gpulse.device.Source;
import io.gpulse.metric.Metric;
import io.gpulse.metric.Reading;
import io.gpulse.sampling.IdleTimes;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/** The rounds of a simulated past, a minute apart, as the accounts need them: each has the means since the last one. */
final class PastRounds {

    private static final Duration EVERY = Duration.ofMinutes(1);

    private final List<Metric> metrics;
    private final Source source;
    private final List<SimulatedGpu> gpus;
    private final List<GpuIdentity> identities;
    private final IdleTimes idleTimes;

    PastRounds(List<SimulatedGpu> gpus, Source source, IdleTimes idleTimes) {
        this.metrics = gpus.get(0).past().metrics();
        this.gpus = gpus;
        this.identities = gpus.get(0).past().gpus();
        this.source = source;
        this.idleTimes = idleTimes;
    }

    /** Returns a round with the means of a time, in epoch ms. */
    Snapshot next(long from, long to) {
        List<GpuSample> samples = new ArrayList<>();
        for (SimulatedGpu gpu : this.gpus) {
            samples.add(sample(gpu, from, to));
        }
        Instant at = Instant.ofEpochMilli(to);
        List<GpuSample> active = this.idleTimes.complete(samples, Duration.ofMillis(to));
        return new Snapshot(to, at, to * 1_000_000, Duration.ZERO, EVERY, this.source, active, null);
    }

    private GpuSample sample(SimulatedGpu gpu, long from, long to) {
        Instant at = Instant.ofEpochMilli(to);
        double[] means = gpu.means(from, to);
        double utilization = mean(means, Metric.UTILIZATION_GPU);
        List<ProcessSample> processes = gpu.processes(at.minusMillis(1));
        Map<Metric, Reading> own = Map.of(
                Metric.UTILIZATION_GPU, new Reading.Quantity(utilization),
                Metric.POWER_DRAW, new Reading.Quantity(mean(means, Metric.POWER_DRAW)),
                Metric.REASON_POWER_CAP, new Reading.Quantity(Math.rint(mean(means, Metric.REASON_POWER_CAP))),
                Metric.PROCESSES_RUNNING, new Reading.Quantity(processes.size()));
        return new GpuSample(
                gpu.index(),
                this.identities.get(gpu.index()),
                new Condition(GpuState.OK, at, null),
                at,
                at,
                new GpuReadings(Readings.of(own), List.of(), used(processes, utilization)),
                Activity.UNKNOWN);
    }

    /** Returns the processes with their utilization: the first one does all the work. */
    private static List<ProcessSample> used(List<ProcessSample> processes, double utilization) {
        return IntStream.range(0, processes.size())
                .mapToObj((place) -> processes
                        .get(place)
                        .with(Metric.PROCESS_SM, new Reading.Quantity(place == 0 ? utilization : 0)))
                .toList();
    }

    private double mean(double[] means, Metric metric) {
        return means[this.metrics.indexOf(metric)];
    }
}
