package io.gpulse.nvml.read;

import io.gpulse.device.GpuRefusedException;
import io.gpulse.device.MigSample;
import io.gpulse.device.Readings;
import io.gpulse.metric.Cadence;
import io.gpulse.metric.Metric;
import io.gpulse.metric.Reading;
import io.gpulse.metric.Reason;
import io.gpulse.nvml.probe.CounterBaselines;
import io.gpulse.nvml.probe.DriverCalls;
import io.gpulse.nvml.probe.GpmReader;
import io.gpulse.nvml.probe.ProbeReaders;
import io.gpulse.nvml.probe.SessionState;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The MIG instances of a GPU. They are enumerated with the slow rows, and as soon as one has ended. An instance that
 * ends and is created again with the same ids between the last call about it and an enumeration in the same round, some
 * milliseconds, counts as the same one. Used by one thread.
 */
final class MigInstances {

    private static final long ENABLED = 1;
    private static final long UNKNOWN = -1;

    private final DriverCalls calls;
    private final SessionState session;
    private final MigEnumeration enumeration;
    private final Map<Integer, GpmReader> monitors = new HashMap<>();
    private List<MigInstance> instances = List.of();
    private long mode = UNKNOWN;

    /** @param calls about the GPU */
    MigInstances(DriverCalls calls, SessionState session) {
        this.calls = calls;
        this.session = session;
        this.enumeration = new MigEnumeration(calls);
    }

    /** Returns whether the GPU is split into instances, as last read. */
    boolean isEnabled() {
        return this.mode == ENABLED;
    }

    List<MigInstance> all() {
        return this.instances;
    }

    /** Takes over the MIG mode where it was read. Returns whether it was another one before. */
    boolean takeMode(Readings ofGpu) {
        long before = this.mode;
        if (ofGpu.of(Metric.MIG_MODE_CURRENT).orElse(null) instanceof Reading.State state) {
            this.mode = state.code();
        }
        return before != UNKNOWN && before != this.mode;
    }

    /** Reads the rows of these cadences of each instance. Blocks while the driver answers. */
    List<MigSample> read(Set<Cadence> due) {
        List<MigSample> samples = new ArrayList<>();
        if (isEnabled()) {
            List<MigInstance> alive = readKnown(due, samples);
            if (due.contains(Cadence.SLOW) || alive.size() < this.instances.size()) {
                renew(alive, samples);
            }
        } else if (!this.instances.isEmpty()) {
            keep(List.of());
        }
        samples.sort(
                Comparator.comparingInt((MigSample sample) -> sample.place().gpuInstance())
                        .thenComparingInt((sample) -> sample.place().computeInstance()));
        return samples;
    }

    /** Reads the processes in each instance. Returns why those of one are not known; null when all are. */
    @Nullable
    Reason readProcesses(Consumer<ProcessLists.Entry> visitor) {
        for (MigInstance instance : this.instances) {
            Reason why = instance.readProcesses(visitor);
            if (why != null) {
                return why;
            }
        }
        return this.instances.isEmpty() ? Reason.NO_PERMISSION : null;
    }

    private List<MigInstance> readKnown(Set<Cadence> due, List<MigSample> samples) {
        List<MigInstance> alive = new ArrayList<>();
        for (MigInstance instance : this.instances) {
            Optional<MigSample> sample = instance.read(due);
            if (sample.isPresent()) {
                samples.add(sample.get());
                alive.add(instance);
            }
        }
        return alive;
    }

    /** Enumerates, drops the instances that are gone, and reads the new ones. */
    private void renew(List<MigInstance> alive, List<MigSample> samples) {
        Optional<List<MigInstance.Identity>> found = found();
        if (found.isEmpty()) {
            keep(alive);
            return;
        }
        List<MigInstance> continued = alive.stream()
                .filter((instance) -> found.get().stream().anyMatch(instance.identity()::isInPlaceOf))
                .toList();
        keep(continued);
        samples.removeIf((sample) -> continued.stream().noneMatch((instance) -> isOf(sample, instance)));
        List<MigInstance> now = new ArrayList<>();
        for (MigInstance.Identity identity : found.get()) {
            now.add(instance(identity, continued, samples));
        }
        this.instances = List.copyOf(now);
    }

    /** Returns the instances that the driver enumerates; empty when it could not. */
    private Optional<List<MigInstance.Identity>> found() {
        try {
            return this.enumeration.read();
        } catch (GpuRefusedException failure) {
            return Optional.empty();
        }
    }

    /** Returns the known instance; one with a new handle goes on under it, and a new one is read at once. */
    private MigInstance instance(MigInstance.Identity identity, List<MigInstance> continued, List<MigSample> samples) {
        Optional<MigInstance> known = continued.stream()
                .filter((instance) -> instance.identity().isInPlaceOf(identity))
                .findFirst();
        if (known.isPresent() && known.get().identity().equals(identity)) {
            return known.get();
        }
        long generation = known.map(MigInstance::generation)
                .orElseGet(() -> this.session.baselines().nextGeneration());
        MigInstance created = create(identity, generation);
        if (known.isEmpty()) {
            created.read(Set.of()).ifPresent(samples::add);
        }
        return created;
    }

    private MigInstance create(MigInstance.Identity identity, long generation) {
        DriverCalls own = this.calls.ofInstance(identity.handle());
        SessionState state =
                new SessionState(new CounterBaselines(), this.session.gpmSamples(), this.session.numbering());
        GpmReader monitor = this.monitors.computeIfAbsent(
                identity.place().gpuInstance(),
                (id) -> GpmReader.ofInstance(
                        this.calls, id, this.session.gpmSamples().ofInstance(id)));
        return new MigInstance(identity, generation, own, new ProbeReaders(own, state, monitor));
    }

    /** Keeps some instances; frees the samples of GPU instances without any. */
    private void keep(List<MigInstance> some) {
        this.instances = List.copyOf(some);
        Set<Integer> gpuInstances =
                some.stream().map((instance) -> instance.place().gpuInstance()).collect(Collectors.toSet());
        this.monitors.keySet().retainAll(gpuInstances);
        this.session.gpmSamples().retainInstances(gpuInstances);
    }

    private static boolean isOf(MigSample sample, MigInstance instance) {
        return sample.place().equals(instance.place()) && sample.generation() == instance.generation();
    }
}
