package io.gpulse.insight.window;

import io.gpulse.device.LinkSample;
import io.gpulse.metric.Metric;
import java.util.List;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.TreeSet;

/** States of the NVLinks of a GPU. */
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

    /** Returns whether no state is known. */
    public boolean isEmpty() {
        return this.up.isEmpty() && this.down.isEmpty();
    }

    /** Returns the number of links that are up. */
    public int up() {
        return this.up.size();
    }

    /** Returns the numbers of links that are down and were up before. */
    public Set<Integer> failed() {
        Set<Integer> failed = new TreeSet<>(this.down);
        failed.retainAll(this.everUp);
        return failed;
    }
}
