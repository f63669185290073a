package io.gpulse.demo;

import io.gpulse.device.Activity;
import io.gpulse.device.Condition;
import io.gpulse.device.Gpu;
import io.gpulse.device.GpuReadResult;
import io.gpulse.device.GpuReadings;
import io.gpulse.device.GpuSample;
import io.gpulse.device.GpuSession;
import io.gpulse.device.GpuState;
import io.gpulse.device.HostSample;
import io.gpulse.device.Owner;
import io.gpulse.device.ProcessSample;
import io.gpulse.device.Readings;
import io.gpulse.device.Snapshot;
import io.gpulse.metric.Cadence;
import io.gpulse.metric.Metric;
import io.gpulse.metric.Reading;
import io.gpulse.nvml.session.NvmlSource;
import io.gpulse.testing.SettableClock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/** The boards of the demo through the reader of real drivers, round by round, in virtual time. */
public final class DemoScene {

    private static final Instant NOON = Instant.parse("2026-09-14T12:00:00Z");
    private static final double IDLE_PERCENT = 1;

    private final SettableClock clock;
    private final Day day = new Day(NOON, ZoneOffset.UTC);
    private final DemoOwners owners;
    private final Duration every;
    private final Instant began;
    private final GpuSession session;
    private final List<Gpu> gpus = new ArrayList<>();

    /** Creates a scene that is watched from the start of the demo on. */
    public DemoScene(Duration every) throws Exception {
        this(every, Duration.ZERO);
    }

    /** @param before how long before the start of the demo it is watched first */
    public DemoScene(Duration every, Duration before) throws Exception {
        this.every = every;
        this.clock = new SettableClock(NOON.minus(before));
        this.began = this.clock.instant();
        this.owners = new DemoOwners(this.clock, this.day);
        this.session = NvmlSource.simulated(
                        new DemoNvml(this.clock, this.day, DemoNvml.USUAL),
                        () -> this.clock.instant().toEpochMilli() * 1_000_000)
                .open();
        for (int index = 0; index < this.session.gpuCount(); index++) {
            this.gpus.add(this.session.attach(index));
        }
    }

    /** The next round; the machine around the GPUs has little to do. */
    public Snapshot next() {
        this.clock.advance(this.every);
        Instant now = this.clock.instant();
        List<GpuSample> samples = new ArrayList<>();
        for (int index = 0; index < this.gpus.size(); index++) {
            samples.add(sample(index, now));
        }
        Map<Metric, Reading> host = Map.of(
                Metric.HOST_CPU_UTILIZATION, new Reading.Quantity(12),
                Metric.HOST_CPU_IOWAIT, new Reading.Quantity(0),
                Metric.HOST_GPUS_ON_BUS, new Reading.Quantity(0));
        return new Snapshot(
                now.toEpochMilli(),
                now,
                this.clock.nanos(),
                Duration.ZERO,
                this.every,
                this.session.source(),
                samples,
                new HostSample("demo", Readings.of(host)));
    }

    private GpuSample sample(int index, Instant now) {
        GpuReadResult read = this.gpus.get(index).read(EnumSet.allOf(Cadence.class));
        GpuReadings known = read.known();
        Readings own = known.own();
        boolean idle = own.number(Metric.UTILIZATION_GPU_MAX).orElse(0) <= IDLE_PERCENT
                && own.number(Metric.UTILIZATION_GPU).orElse(0) <= IDLE_PERCENT;
        Activity activity =
                idle && (index == 4 || index == 7) ? new Activity(this.began, null) : new Activity(null, this.began);
        return new GpuSample(
                index,
                this.gpus.get(index).identity(),
                new Condition(GpuState.OK, NOON, null),
                now,
                now,
                new GpuReadings(own, known.links(), named(known.processes())),
                activity);
    }

    private List<ProcessSample> named(List<ProcessSample> processes) {
        Set<Integer> pids = processes.stream().map(ProcessSample::pid).collect(Collectors.toSet());
        Map<Integer, Owner> known = this.owners.of(pids, (pid) -> this.day.nameOf(pid, this.clock.instant()));
        return processes.stream()
                .map((process) -> Optional.ofNullable(known.get(process.pid()))
                        .map(process::of)
                        .orElse(process))
                .toList();
    }
}
