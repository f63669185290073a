package io.gpulse.smi;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** The documents of nvidia-smi, one after the other. Any thread may use it. */
interface DocumentFeed {

    /**
     * Returns the newest document. Blocks while it is too old to be shown and the next one may still come.
     *
     * @throws SmiRefusedException when there will be no further one
     */
    Received newest() throws SmiRefusedException;

    /** Returns the last document without waiting for another; null before the first one. May read a file. */
    @Nullable
    Received last();

    /** Returns the origin of the documents, for sentences: {@code nvidia-smi}. */
    String origin();

    void close();

    /**
     * A document.
     *
     * @param at when it was complete
     * @param number another one for another document
     * @param stale why it must not be shown as the present, as a sentence; null when it may
     */
    record Received(
            SmiDocument document,
            Instant at,
            long number,
            @Nullable String stale) {}
}
