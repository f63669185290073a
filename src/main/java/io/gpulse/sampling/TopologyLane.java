package io.gpulse.sampling;

import io.gpulse.device.GpuSample;
import io.gpulse.device.GpuSession;
import io.gpulse.device.Source;
import io.gpulse.device.topology.Topology;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Reads the topology on a separate lane: once per session, and again when another GPU was attached. No round waits for
 * it. A GPU that was busy is tried again after 10 s, and a known connection stays.
 */
final class TopologyLane {

    private final Lane lane;
    private final Timeouts timeouts;
    private volatile Topology latest = Topology.UNREAD;
    private @Nullable GpuSession session;

    /** UUIDs of the GPUs that have been attached in this session. */
    private final Set<String> gpus = new HashSet<>();

    private Moment next = Moment.PAST;

    private record Place(int index, String uuid) {}

    TopologyLane(Lane lane, Timeouts timeouts) {
        this.lane = lane;
        this.timeouts = timeouts;
    }

    /** Returns the topology of the last read. Any thread may call it. */
    Topology latest() {
        return this.latest;
    }

    /**
     * Starts to read the topology when it is due; does not block.
     *
     * @param session null where there is none; a topology that was read before stays
     * @param sampled the GPUs in this round
     */
    void poll(@Nullable GpuSession session, List<GpuSample> sampled, Source source) {
        if (!this.lane.isIdle()) {
            return;
        }
        if (session == null) {
            explain(source.reason());
            return;
        }
        Moment now = this.lane.clock().now();
        boolean isNew = session != this.session;
        boolean isRetry = this.latest.isIncomplete() && !now.isBefore(this.next);
        if (isNew) {
            begin(session);
        }
        if (addAttached(sampled) || isNew || isRetry) {
            this.next = now.plus(this.timeouts.slowInterval());
            Set<Place> listed = places(sampled);
            this.lane.run(() -> read(session, now, listed)).subscribe();
        }
    }

    private void begin(GpuSession opened) {
        GpuSession before = this.session;
        if (before != null && before.source().kind() != opened.source().kind()) {
            this.latest = Topology.UNREAD;
        }
        this.session = opened;
        this.gpus.clear();
    }

    /** A GPU from an earlier session, or one that sleeps, is not attached before it is read in this session. */
    private boolean addAttached(List<GpuSample> sampled) {
        return this.gpus.addAll(sampled.stream()
                .filter((gpu) -> gpu.isRead())
                .map(GpuSample::uuid)
                .filter(Objects::nonNull)
                .toList());
    }

    private static Set<Place> places(List<GpuSample> sampled) {
        return sampled.stream()
                .filter((gpu) -> gpu.uuid() != null)
                .map((gpu) -> new Place(gpu.index(), Objects.requireNonNull(gpu.uuid())))
                .collect(Collectors.toSet());
    }

    private void read(GpuSession current, Moment now, Set<Place> listed) {
        Topology read = current.topology();
        if (read.reason() == null && lacks(read, listed)) {
            return;
        }
        if (read.reason() == null) {
            this.latest = read.at(now.wallTime());
        } else if (this.latest.readAt() == null) {
            this.latest = read;
        }
    }

    /**
     * Returns whether a topology is only a part of the known one. A GPU that sleeps is not attached in a new session,
     * and its connections stay as they are.
     */
    private boolean lacks(Topology read, Set<Place> listed) {
        Set<Place> now = places(read);
        Set<Place> before = places(this.latest);
        return before.size() > now.size() && before.containsAll(now) && listed.containsAll(before);
    }

    private static Set<Place> places(Topology topology) {
        return topology.gpus().stream()
                .map((gpu) -> new Place(gpu.index(), gpu.uuid()))
                .collect(Collectors.toSet());
    }

    private void explain(@Nullable String reason) {
        if (this.latest.readAt() == null && reason != null) {
            this.latest = Topology.unknown(reason);
        }
    }
}
