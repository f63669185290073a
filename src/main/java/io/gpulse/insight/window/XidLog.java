package io.gpulse.insight.window;

import io.gpulse.event.EventGpu;
import io.gpulse.event.EventKind;
import io.gpulse.event.GpuEvent;
import io.gpulse.event.Severity;
import java.time.Duration;
import java.time.Instant;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The driver's own messages of faults, of the last day; those before the session with it was renewed are over. */
public final class XidLog {

    private static final Duration KEPT = Duration.ofHours(24);
    private static final int MOST = 512;

    private final Map<Long, Fault> faults = new LinkedHashMap<>();
    private boolean connected;
    private Set<Integer> heard = Set.of();

    /** Whether anybody tells of faults. */
    public boolean isConnected() {
        return this.connected;
    }

    /** Whether the driver would tell of one now. */
    public boolean hears(int gpu) {
        return this.heard.contains(gpu);
    }

    /** Of which GPUs the driver would tell one from now on, by index. */
    public void hear(Set<Integer> gpus) {
        this.heard = Set.copyOf(gpus);
    }

    /** From now on they are told. */
    public void connect() {
        this.connected = true;
    }

    /**
     * Notes an event, or the change of one.
     *
     * @param now when it was told
     */
    public void add(GpuEvent event, Instant now) {
        if (isNewSession(event)) {
            Instant renewed = event.until() == null ? event.at() : event.until();
            this.faults.values().removeIf((fault) -> !fault.last.isAfter(renewed));
        } else if (event.kind() == EventKind.XID && event.severity() != Severity.INFO) {
            Fault before = this.faults.get(event.id());
            this.faults.put(event.id(), new Fault(event, last(before, event, now)));
            Iterator<Long> oldest = this.faults.keySet().iterator();
            if (this.faults.size() > MOST) {
                oldest.next();
                oldest.remove();
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

    /** Those of a GPU that were reported within a day, the oldest first. */
    public List<Fault> of(String uuid, Instant now) {
        this.faults.values().removeIf((fault) -> fault.last.isBefore(now.minus(KEPT)));
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
     * @param last when it was reported last
     */
    public record Fault(GpuEvent event, Instant last) {}
}
