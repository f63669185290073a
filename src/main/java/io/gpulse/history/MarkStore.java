package io.gpulse.history;

import java.util.List;
import java.util.Set;

/** Where marks are kept. One thread writes; any may ask. A call blocks. */
public interface MarkStore {

    /** @return the mark, with the number that it got */
    Mark add(long at, String text, Set<String> gpus);

    /** @return whether there was one */
    boolean delete(long id);

    /**
     * The newest marks between two moments, the oldest of them first.
     *
     * @param from in epoch ms
     * @param to in epoch ms, exclusive
     */
    List<Mark> between(long from, long to, int most);

    /**
     * What somebody noted of a moment.
     *
     * @param at in epoch ms
     * @param gpus UUIDs of those that it is about; none when it is about all
     */
    record Mark(long id, long at, String text, Set<String> gpus) {

        public Mark {
            gpus = Set.copyOf(gpus);
        }
    }
}
