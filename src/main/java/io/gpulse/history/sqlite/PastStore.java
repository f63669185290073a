package io.gpulse.history.sqlite;

import io.gpulse.history.KnownGpu;
import io.gpulse.history.StoreException;
import io.gpulse.history.StoredMinute;
import java.util.List;
import java.util.function.Consumer;

/** Writes minutes of GPUs and MIG instances that were never sampled. */
public final class PastStore {

    private final HistoryFile file;
    private final StoredGpus gpus;
    private final SampleTables tables;
    private final Consumer<Runnable> transaction;

    PastStore(HistoryFile file, StoredGpus gpus, SampleTables tables, Consumer<Runnable> transaction) {
        this.file = file;
        this.gpus = gpus;
        this.tables = tables;
        this.transaction = transaction;
    }

    /**
     * Stores minutes without samples: all of them or, when that fails, none. Hours follow with the next batch.
     *
     * @throws StoreException when the database cannot be written now
     */
    public void append(List<KnownGpu> known, List<StoredMinute> all) {
        this.transaction.accept(() -> {
            known.forEach((gpu) -> this.gpus.put(this.file.client(), gpu));
            this.tables.insertMinutes(this.file, all);
        });
    }
}
