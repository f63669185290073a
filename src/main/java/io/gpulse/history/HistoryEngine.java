package io.gpulse.history;

import org.jspecify.annotations.Nullable;

/** Opens stores. */
public interface HistoryEngine {

    /**
     * The store that outlives this process. One that is damaged is put aside, and a new one begun.
     *
     * @param simulated whether it is for what no real GPU told: that has a store of its own
     * @throws StoreException when there is none to be had
     */
    OpenedStore open(boolean simulated);

    /** Checks each file again before it is opened: one turned out to be damaged. */
    default void distrust() {}

    /** A small store that ends with this process. */
    OpenedStore openInMemory();

    /**
     * A store, and what is to be said about how it was found.
     *
     * @param remark a sentence; null when all is well
     */
    record OpenedStore(HistoryStore store, @Nullable String remark) {}
}
