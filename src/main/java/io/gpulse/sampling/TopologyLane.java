package io.gpulse.sampling;

import io.gpulse.device.GpuIdentity;
import io.gpulse.device.GpuSample;
import io.gpulse.device.GpuSession;
import io.gpulse.device.Source;
import io.gpulse.device.topology.Topology;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Reads the topology on a separate lane: once per session, and again when another GPU was attached. No round waits for
 * it. A GPU that was busy is tried again after 10 s.
 */
final class TopologyLane {

    private final Lane lane;
    private final Timeouts timeouts;
    private volatile Topology latest = Topology.UNREAD;
    private @Nullable GpuSession session;
    private Set<String> gpus = Set.of();
    private Moment next = Moment.PAST;

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
        Set<String> attached = sampled.stream()
                .map(GpuSample::identity)
                .filter(Objects::nonNull)
                .map(GpuIdentity::uuid)
                .collect(Collectors.toUnmodifiableSet());
        Moment now = this.lane.clock().now();
        boolean isRetry = this.latest.isIncomplete() && !now.isBefore(this.next);
        if (session != this.session || !attached.equals(this.gpus) || isRetry) {
            read(session, attached, now);
        }
    }

    private void read(GpuSession current, Set<String> attached, Moment now) {
        GpuSession before = this.session;
        if (before != null && before.source().kind() != current.source().kind()) {
            this.latest = Topology.UNREAD;
        }
        this.session = current;
        this.gpus = attached;
        this.next = now.plus(this.timeouts.slowInterval());
        this.lane.run(() -> this.latest = current.topology().at(now.wallTime())).subscribe();
    }

    private void explain(@Nullable String reason) {
        if (this.latest.readAt() == null && reason != null) {
            this.latest = Topology.unknown(reason);
        }
    }
}
