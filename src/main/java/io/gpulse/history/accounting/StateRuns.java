package io.gpulse.history.accounting;

import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/** The states of GPUs over time that are not stored yet. Time without rounds has no run. */
public final class StateRuns {

    private static final int MOST = 50_000;

    private final Map<String, StateRun> open = new HashMap<>();
    private final Map<Key, StateRun> changed = new LinkedHashMap<>();

    private record Key(String uuid, long from) {}

    void add(String uuid, Interval interval) {
        if (interval.gap() || interval.begin() >= interval.to()) {
            return;
        }
        UseState state = interval.state();
        add(new StateRun(uuid, interval.begin(), interval.to(), state.use(), state.cause()));
    }

    /** Adds a run, or extends the one before it. */
    public void add(StateRun next) {
        String uuid = next.uuid();
        StateRun before = this.open.get(uuid);
        StateRun run = before != null && continues(next, before)
                ? new StateRun(uuid, before.from(), next.to(), next.use(), next.cause())
                : next;
        this.open.put(uuid, run);
        this.changed.put(new Key(uuid, run.from()), run);
        while (this.changed.size() > MOST) {
            this.changed.remove(this.changed.keySet().iterator().next());
        }
    }

    private static boolean continues(StateRun next, StateRun before) {
        return next.from() == before.to()
                && next.use() == before.use()
                && Objects.equals(next.cause(), before.cause())
                && slice(next.from()) == slice(before.from());
    }

    private static long slice(long at) {
        return Math.floorDiv(at, StateRun.SLICE_MILLIS);
    }

    /** Drops the runs of a GPU. */
    void drop(String uuid) {
        this.open.remove(uuid);
        this.changed.keySet().removeIf((key) -> key.uuid.equals(uuid));
    }

    /** Returns the runs that replace the stored ones with the same begin. */
    public List<StateRun> changed() {
        return List.copyOf(this.changed.values());
    }

    /** Drops the changes after they were stored. */
    void clear() {
        this.changed.clear();
    }
}
