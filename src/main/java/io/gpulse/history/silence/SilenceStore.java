package io.gpulse.history.silence;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** Stores the silences that were made through the API. One thread writes; any may read. A call blocks. */
public interface SilenceStore {

    /**
     * Stores silences under their ids and removes those that are over.
     *
     * @param now in epoch ms
     */
    void put(List<StoredSilence> silences, long now);

    /** Removes a silence, if there is one with that id. */
    void delete(String id);

    /** Returns all silences, the oldest first. */
    List<StoredSilence> all();

    /**
     * A silence as it is stored.
     *
     * @param gpu UUID; null for all GPUs
     * @param process PID or name; null for all processes
     * @param until in epoch ms
     * @param createdAt in epoch ms
     */
    record StoredSilence(
            String id,
            String rule,
            @Nullable String gpu,
            @Nullable String process,
            long until,
            String reason,
            long createdAt) {}
}
