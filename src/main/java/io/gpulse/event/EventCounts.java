package io.gpulse.event;

import io.gpulse.event.xid.Xid;
import io.gpulse.web.EventMonitor;
import java.util.Arrays;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLongArray;
import org.springframework.stereotype.Component;

/** Counters of events since the start. Thread-safe. */
@Component
public final class EventCounts implements EventMonitor {

    private final AtomicLongArray kinds = new AtomicLongArray(EventKind.values().length);
    private final Map<XidSeries, Long> xids = new ConcurrentHashMap<>();
    private final Map<String, LastXid> last = new ConcurrentHashMap<>();

    void count(EventKind kind) {
        this.kinds.incrementAndGet(kind.ordinal());
    }

    /** Counts a fault of a known GPU. */
    public void count(EventGpu gpu, int xid) {
        this.xids.merge(new XidSeries(gpu.index(), gpu.uuid(), xid), 1L, Long::sum);
        this.last.put(gpu.uuid(), new LastXid(xid, Xid.of(xid).title().en()));
    }

    @Override
    public Map<String, Long> countsByKind() {
        Map<String, Long> counts = new TreeMap<>();
        Arrays.stream(EventKind.values()).forEach((kind) -> counts.put(kind.label(), this.kinds.get(kind.ordinal())));
        return counts;
    }

    @Override
    public Map<XidSeries, Long> xidErrors() {
        return Map.copyOf(this.xids);
    }

    @Override
    public Optional<LastXid> lastXid(String uuid) {
        return Optional.ofNullable(this.last.get(uuid));
    }
}
