package io.gpulse.recording;

import io.gpulse.metric.Cadence;
import io.gpulse.recording.RecordedCall.Key;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** The calls that one thread made in one go: one look at a GPU, for example. Filled while a recording is read. */
final class Segment {

    /** What stands for "of no GPU". */
    static final int NO_GPU = -1;

    private final Phase phase;
    private final int gpu;
    private final long at;
    private final Set<Cadence> due;
    private final Map<Key, List<Invocation>> invocations = new HashMap<>();

    /**
     * @param gpu its index, or {@link #NO_GPU}
     * @param at when it began, in nanoseconds since the recording began
     * @param due which metrics a look asked for
     */
    Segment(Phase phase, int gpu, long at, Set<Cadence> due) {
        this.phase = phase;
        this.gpu = gpu;
        this.at = at;
        this.due = Set.copyOf(due);
    }

    Phase phase() {
        return this.phase;
    }

    int gpu() {
        return this.gpu;
    }

    long at() {
        return this.at;
    }

    Set<Cadence> due() {
        return this.due;
    }

    void add(Invocation invocation) {
        this.invocations
                .computeIfAbsent(invocation.call().key(), (key) -> new ArrayList<>())
                .add(invocation);
    }

    /** In the order in which they were made; empty when such a call was not made. */
    List<Invocation> of(Key key) {
        return this.invocations.getOrDefault(key, List.of());
    }

    /** All of them, each kind in its own order. */
    List<Invocation> all() {
        return this.invocations.values().stream().flatMap(List::stream).toList();
    }
}
