package io.gpulse.history.past;

import io.gpulse.device.GpuIdentity;
import io.gpulse.device.GpuReadings;
import io.gpulse.device.MigSample;
import io.gpulse.device.ProcessSample;
import io.gpulse.device.Readings;
import io.gpulse.device.SimulatedPast;
import io.gpulse.history.KnownGpu;
import io.gpulse.history.StoredMinute;
import io.gpulse.history.StoredSample;
import io.gpulse.history.Subject;
import io.gpulse.history.past.PastWriter.Span;
import io.gpulse.metric.Kind;
import io.gpulse.metric.Metric;
import io.gpulse.metric.Reading;
import io.gpulse.metric.Scope;
import io.gpulse.rounds.StoredMetrics;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/**
 * The samples and minutes of one simulated GPU.
 *
 * @param since begin of the time that is written, in epoch ms
 * @param means of the minutes that were computed before, by their begin
 */
record SimulatedGpu(SimulatedPast past, KnownGpu gpu, long since, Map<Long, double[]> means) {

    private static final StoredMetrics STORED = StoredMetrics.of(Scope.GPU);
    private static final StoredMetrics OF_INSTANCES = StoredMetrics.of(Scope.MIG);
    private static final Duration LENGTH = Duration.ofMinutes(1);
    private static final Duration SECOND = Duration.ofSeconds(1);

    /** No multiple of the period of a load, so that instants meet all of its phases. */
    private static final long BETWEEN_INSTANTS = 12_700;

    /** As many as a minute of rounds has. */
    private static final int SAMPLES = 60;

    /** @param span the time that is written */
    static List<SimulatedGpu> all(SimulatedPast past, Span span) {
        List<SimulatedGpu> gpus = new ArrayList<>();
        for (GpuIdentity gpu : past.gpus()) {
            KnownGpu known = new KnownGpu(gpu.uuid(), gpus.size(), gpu.name(), Instant.ofEpochMilli(span.to()));
            gpus.add(new SimulatedGpu(past, known, span.from(), new HashMap<>()));
        }
        return gpus;
    }

    boolean isRecorded(long at) {
        return this.past.isRecorded(Instant.ofEpochMilli(at));
    }

    String uuid() {
        return this.gpu.uuid();
    }

    int index() {
        return this.gpu.index();
    }

    /** Returns the exact means of a time in epoch ms, at most a minute. */
    double[] means(long from, long to) {
        Instant end = Instant.ofEpochMilli(to);
        return to - from == LENGTH.toMillis()
                ? this.means.computeIfAbsent(from, (begin) -> this.past.means(index(), end, LENGTH))
                : this.past.means(index(), end, Duration.ofMillis(Math.max(1, to - from)));
    }

    /**
     * Returns the readings of a round: the means since the last one, and at the time of the round what has no mean.
     *
     * @param last in epoch ms, as the time of the round
     */
    GpuReadings round(long last, long at) {
        Instant instant = Instant.ofEpochMilli(at);
        double[] means = means(last, at);
        double[] values = this.past.instant(index(), instant);
        Map<Metric, Reading> own = new EnumMap<>(Metric.class);
        for (Metric metric : this.past.metrics()) {
            boolean isState = metric.spec().kind() == Kind.STATE;
            double value = value(isState || Double.isNaN(value(means, metric)) ? values : means, metric);
            if (!Double.isNaN(value)) {
                own.put(metric, new Reading.Quantity(value));
            }
        }
        List<ProcessSample> processes = this.past.processes(index(), instant);
        own.put(Metric.PROCESSES_RUNNING, new Reading.Quantity(processes.size()));
        Readings all = this.past.settings(index(), instant).renewedBy(Readings.of(own));
        return new GpuReadings(all, List.of(), processes, instances(last, at));
    }

    /** Returns what the accounts need of a time in epoch ms: its means, and the processes at its end. */
    GpuReadings use(long from, long to) {
        double[] means = means(from, to);
        double utilization = value(means, Metric.UTILIZATION_GPU);
        List<ProcessSample> processes = this.past.processes(index(), Instant.ofEpochMilli(to - 1));
        Map<Metric, Reading> own = new EnumMap<>(Map.of(
                Metric.POWER_DRAW, new Reading.Quantity(value(means, Metric.POWER_DRAW)),
                Metric.REASON_POWER_CAP, new Reading.Quantity(Math.rint(value(means, Metric.REASON_POWER_CAP))),
                Metric.PROCESSES_RUNNING, new Reading.Quantity(processes.size())));
        if (Double.isNaN(utilization)) {
            return new GpuReadings(Readings.of(own), List.of(), processes, instances(from, to));
        }
        own.put(Metric.UTILIZATION_GPU, new Reading.Quantity(utilization));
        return new GpuReadings(Readings.of(own), List.of(), used(processes, utilization));
    }

    private List<MigSample> instances(long from, long to) {
        return this.past.instances(index(), Instant.ofEpochMilli(to), Duration.ofMillis(Math.max(1, to - from)));
    }

    private double value(double[] values, Metric metric) {
        return values[this.past.metrics().indexOf(metric)];
    }

    /** Returns the processes with their utilization: the first one does all the work. */
    private static List<ProcessSample> used(List<ProcessSample> processes, double utilization) {
        return IntStream.range(0, processes.size())
                .mapToObj((place) -> processes
                        .get(place)
                        .with(Metric.PROCESS_SM, new Reading.Quantity(place == 0 ? utilization : 0)))
                .toList();
    }

    /** Returns the samples of the GPU and of its instances. */
    List<StoredSample> samples(long at) {
        Instant instant = Instant.ofEpochMilli(at);
        List<StoredSample> samples = new ArrayList<>();
        samples.add(new StoredSample(new Subject(uuid()), at, stored(this.past.sample(index(), instant))));
        this.past
                .instances(index(), instant, SECOND)
                .forEach((instance) -> samples.add(StoredSample.of(subject(instance), at, instance.readings())));
        return samples;
    }

    private Subject subject(MigSample instance) {
        MigSample.Place place = instance.place();
        return new Subject(
                uuid(),
                new Subject.Instance(
                        place.gpuInstance(), place.computeInstance(), instance.uuid(), instance.profile(), this.since));
    }

    private double[] stored(double[] values) {
        double[] stored = STORED.absent();
        List<Metric> metrics = this.past.metrics();
        for (int i = 0; i < values.length; i++) {
            stored[STORED.place(metrics.get(i))] = values[i];
        }
        return stored;
    }

    /** Returns the minute of each instance; none of a GPU that is not split. */
    List<StoredMinute> minutesOfInstances(long at) {
        Instant end = Instant.ofEpochMilli(at).plus(LENGTH);
        List<MigSample> means = this.past.instances(index(), end, LENGTH);
        List<Extremes> extremes = means.stream()
                .map((instance) -> new Extremes(OF_INSTANCES.values(instance.readings())))
                .toList();
        for (long time = at; !means.isEmpty() && time < end.toEpochMilli(); time += BETWEEN_INSTANTS) {
            List<MigSample> instants = this.past.instances(index(), Instant.ofEpochMilli(time), SECOND);
            for (int i = 0; i < instants.size(); i++) {
                extremes.get(i).add(OF_INSTANCES.values(instants.get(i).readings()));
            }
        }
        return IntStream.range(0, means.size())
                .mapToObj((i) -> new StoredMinute(
                        subject(means.get(i)),
                        at,
                        SAMPLES,
                        extremes.get(i).least(),
                        extremes.get(i).means(),
                        extremes.get(i).greatest()))
                .toList();
    }

    /** Returns the exact means of a minute, with the least and the greatest of some of its instants. */
    StoredMinute minute(long at) {
        Instant end = Instant.ofEpochMilli(at).plus(LENGTH);
        Extremes extremes = new Extremes(means(at, end.toEpochMilli()));
        for (long time = at; time < end.toEpochMilli(); time += BETWEEN_INSTANTS) {
            extremes.add(this.past.instant(index(), Instant.ofEpochMilli(time)));
        }
        return new StoredMinute(
                new Subject(uuid()),
                at,
                SAMPLES,
                stored(extremes.least()),
                stored(extremes.means()),
                stored(extremes.greatest()));
    }
}
