package io.gpulse.insight.window;

import io.gpulse.device.LinkSample;
import io.gpulse.metric.Metric;
import java.util.List;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.TreeSet;

/** Which NVLinks of a GPU are up, and which were up and are down. */
public final class LinkStates {

    private final Set<Integer> everUp = new TreeSet<>();
    private final Set<Integer> up = new TreeSet<>();
    private final Set<Integer> down = new TreeSet<>();

    void add(List<LinkSample> links) {
        this.up.clear();
        this.down.clear();
        for (LinkSample link : links) {
            OptionalDouble state = link.readings().number(Metric.LINK_STATE);
            if (state.isPresent()) {
                (state.getAsDouble() > 0 ? this.up : this.down).add(link.link());
            }
        }
        this.everUp.addAll(this.up);
    }

    /** Whether no state is known. */
    public boolean isEmpty() {
        return this.up.isEmpty() && this.down.isEmpty();
    }

    /** Links that are up. */
    public int up() {
        return this.up.size();
    }

    /** Links that are down and were up before, by number. */
    public Set<Integer> failed() {
        Set<Integer> failed = new TreeSet<>(this.down);
        failed.retainAll(this.everUp);
        return failed;
    }
}
