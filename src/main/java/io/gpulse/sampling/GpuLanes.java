package io.gpulse.sampling;

import io.gpulse.device.Condition;
import io.gpulse.device.GpuIdentity;
import io.gpulse.device.GpuSample;
import io.gpulse.device.GpuSession;
import io.gpulse.device.GpuState;
import io.gpulse.device.Readings;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Scheduler;

/** All GPUs that the driver lists or has listed. */
final class GpuLanes {

    private final Lanes lanes;
    private final Timeouts timeouts;
    private final SamplerClock clock;
    private final StateChangeLog changes;
    private final Map<Integer, GpuLane> everOpened = new HashMap<>();
    private final Map<String, GpuSample> known = new LinkedHashMap<>();
    private List<GpuLane> listed = List.of();

    /** The number of listed GPUs without an identity, when the driver last listed every known one. */
    private long unidentified;

    private List<GpuIdentity> gone = List.of();
    private Set<String> removed = Set.of();
    private @Nullable GpuSession session;

    GpuLanes(Lanes lanes, Timeouts timeouts, StateChangeLog changes) {
        this.changes = changes;
        this.lanes = lanes;
        this.timeouts = timeouts;
        this.clock = lanes.clock();
    }

    /** Polls through this session from now on. A lane is opened once per index and kept for the life of the process. */
    void useSession(GpuSession opened, boolean sameMachine) {
        if (opened == this.session) {
            return;
        }
        Moment now = this.clock.now();
        if (!sameMachine) {
            this.known.clear();
            this.gone = List.of();
        }
        this.session = opened;
        List<GpuLane> all = new ArrayList<>();
        for (int index = 0; index < opened.gpuCount(); index++) {
            GpuLane lane = this.everOpened.computeIfAbsent(index, this::open);
            if (!sameMachine) {
                lane.forget();
            }
            lane.markSessionRenewed(now);
            all.add(lane);
        }
        this.listed = List.copyOf(all);
    }

    private GpuLane open(int index) {
        return new GpuLane(index, this.lanes.openOfSession("gpu-" + index), this.timeouts, this.changes);
    }

    /** Reports that the session has ended; the GPUs stay listed with the reason. */
    void markSessionLost(String why) {
        this.session = null;
        Moment now = this.clock.now();
        this.listed.forEach((lane) -> lane.markSessionLost(why, now));
    }

    /** Reports that the session was closed in order to open the next one. */
    void markSessionRenewing() {
        this.session = null;
        Moment now = this.clock.now();
        this.listed.forEach((lane) -> lane.markSessionRenewing(now));
    }

    /** @param uuids of lost GPUs that the PCI bus no longer lists */
    void markRemoved(Set<String> uuids) {
        this.removed = uuids;
        this.listed.forEach((lane) -> lane.markRemoved(uuids));
    }

    List<GpuIdentity> lost() {
        return this.listed.stream()
                .filter((lane) -> lane.state() == GpuState.LOST)
                .map(GpuLane::identity)
                .filter(Objects::nonNull)
                .toList();
    }

    /** Returns the GPUs that the driver no longer lists. */
    List<GpuIdentity> gone() {
        return this.gone;
    }

    Mono<Void> poll(Moment now, GpuLane.ReadResultListener listener, Scheduler timer) {
        GpuSession current = this.session;
        if (current == null) {
            return Mono.empty();
        }
        return Mono.when(this.listed.stream()
                .map((lane) -> withAttachTimeout(lane, lane.poll(current, now, listener), timer))
                .toList());
    }

    /** Limits the wait for a GPU that is being attached: that can take seconds. */
    private Mono<Void> withAttachTimeout(GpuLane lane, Mono<Void> poll, Scheduler timer) {
        return lane.state() == GpuState.ATTACHING
                ? poll.timeout(this.timeouts.attachTimeout(), Mono.empty(), timer)
                : poll;
    }

    List<GpuSample> collect(GpuLane.ReadResultListener listener) {
        Moment now = this.clock.now();
        GpuSession current = this.session;
        List<GpuSample> samples = new ArrayList<>();
        for (GpuLane lane : this.listed) {
            samples.add(current == null ? lane.sample() : lane.collect(current, now, listener));
        }
        if (current != null) {
            forgetMoved(samples);
        }
        samples.addAll(missing(samples, now.wallTime()));
        return samples;
    }

    /** Forgets the identity of an earlier session at an index, if that GPU is at another index now. */
    private void forgetMoved(List<GpuSample> samples) {
        if (samples.stream().allMatch((sample) -> sample.isRead())) {
            return;
        }
        Set<GpuIdentity> read = samples.stream()
                .filter((sample) -> sample.isRead())
                .map(GpuSample::identity)
                .collect(Collectors.toSet());
        for (GpuSample sample : List.copyOf(samples)) {
            if (!sample.isRead() && sample.identity() != null && read.contains(sample.identity())) {
                samples.set(sample.index(), this.listed.get(sample.index()).forgetIdentity());
            }
        }
    }

    /**
     * Returns samples of the GPUs that the driver no longer lists, at the indices that became free. While a listed GPU
     * is being attached, or more GPUs than ever before give no identity, it may be one of them.
     */
    private List<GpuSample> missing(List<GpuSample> samples, Instant now) {
        if (samples.stream().anyMatch((sample) -> sample.state() == GpuState.ATTACHING)) {
            return List.of();
        }
        Map<String, GpuSample> absent = new LinkedHashMap<>(this.known);
        int before = absent.size();
        for (GpuSample sample : samples) {
            String uuid = sample.uuid();
            if (uuid != null) {
                absent.remove(uuid);
                this.known.put(uuid, sample);
            }
        }
        long unidentified =
                samples.stream().filter((sample) -> sample.uuid() == null).count();
        this.unidentified = absent.isEmpty() ? unidentified : this.unidentified;
        if (unidentified > this.unidentified) {
            return List.of();
        }
        if (absent.size() == before) {
            forgetOtherMachine(absent);
        }
        List<GpuSample> missing = new ArrayList<>();
        absent.forEach((uuid, last) -> {
            missing.add(lostAs(samples.size() + missing.size(), last, now));
            this.known.put(uuid, missing.get(missing.size() - 1));
        });
        this.gone = identities(missing);
        return missing;
    }

    /** Forgets all GPUs if a file may have those of another machine now. */
    private void forgetOtherMachine(Map<String, GpuSample> absent) {
        if (this.session != null && !this.session.isOfThisMachine()) {
            this.known.keySet().removeAll(absent.keySet());
            absent.clear();
        }
    }

    private static List<GpuIdentity> identities(List<GpuSample> gpus) {
        return gpus.stream().map(GpuSample::identity).filter(Objects::nonNull).toList();
    }

    private GpuSample lostAs(int index, GpuSample last, Instant now) {
        Condition before = last.condition();
        GpuIdentity identity = last.identity();
        boolean isRemoved = before.removed() || (identity != null && this.removed.contains(identity.uuid()));
        Condition unlisted = before.becoming(GpuState.LOST, "The driver no longer lists this GPU.", now);
        Condition lost = isRemoved ? unlisted.removedFromBus("The PCI bus no longer lists this GPU.") : unlisted;
        return new GpuSample(index, last.identity(), lost, last.sampledAt(), last.slowSampledAt(), Readings.NONE);
    }
}
