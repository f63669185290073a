package io.gpulse.insight.window;

import io.gpulse.event.EventGpu;
import io.gpulse.event.EventKind;
import io.gpulse.event.GpuEvent;
import io.gpulse.event.Severity;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Faults that the driver reported within a day, since the last renewal of the session with it. */
public final class XidLog {

    private static final Duration RETENTION = Duration.ofHours(24);
    private static final int MOST = 512;

    private final Map<Long, Fault> faults = new LinkedHashMap<>();
    private Set<Integer> monitored = Set.of();

    /** Returns whether the driver reports faults of a GPU. */
    public boolean isMonitored(int gpu) {
        return this.monitored.contains(gpu);
    }

    /** Sets the indexes of the GPUs whose faults the driver reports. */
    public void setMonitored(Set<Integer> gpus) {
        this.monitored = Set.copyOf(gpus);
    }

    /**
     * Adds an event, or a change of one.
     *
     * @param now when it was reported
     */
    public void add(GpuEvent event, Instant now) {
        if (isNewSession(event)) {
            Instant renewed = event.until() == null ? event.at() : event.until();
            this.faults.values().removeIf((fault) -> !fault.last.isAfter(renewed));
        } else if (event.kind() == EventKind.XID && event.severity() != Severity.INFO) {
            Fault before = this.faults.get(event.id());
            this.faults.put(event.id(), new Fault(event, last(before, event, now)));
            if (this.faults.size() > MOST) {
                this.faults.remove(this.faults.keySet().iterator().next());
            }
        }
    }

    private static boolean isNewSession(GpuEvent event) {
        return event.kind() == EventKind.DRIVER_RENEWED
                || (event.kind() == EventKind.DRIVER_GONE && event.until() != null);
    }

    private static Instant last(@Nullable Fault before, GpuEvent event, Instant now) {
        if (before == null) {
            return event.at();
        }
        return event.count() > before.event.count() && now.isAfter(before.last) ? now : before.last;
    }

    /** Returns the faults of a GPU that were reported within a day, the oldest first. */
    public List<Fault> of(String uuid, Instant now) {
        this.faults.values().removeIf((fault) -> fault.last.isBefore(now.minus(RETENTION)));
        return this.faults.values().stream()
                .filter((fault) -> isOf(fault.event.gpu(), uuid))
                .toList();
    }

    private static boolean isOf(@Nullable EventGpu gpu, String uuid) {
        return gpu != null && gpu.uuid().equals(uuid);
    }

    /**
     * A fault.
     *
     * @param last when it was last reported
     */
    public record Fault(GpuEvent event, Instant last) {}
}
