package io.gpulse.history.sqlite;

import io.gpulse.history.KnownGpu;
import io.gpulse.history.StoreException;
import io.gpulse.history.StoredMinute;
import io.gpulse.history.Tier;
import io.gpulse.metric.Scope;
import java.util.List;
import java.util.function.Consumer;
import org.springframework.jdbc.core.JdbcTemplate;

/** Writes minutes of GPUs that were never sampled. */
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
     * @param all of the same metrics
     * @throws StoreException when the database cannot be written now
     */
    public void append(List<KnownGpu> known, List<StoredMinute> all) {
        this.transaction.accept(() -> {
            JdbcTemplate jdbc = this.file.writer();
            known.forEach((gpu) -> this.gpus.put(this.file.client(), gpu));
            List<SampleRow> rows = all.stream().map(this::row).toList();
            SampleTable table = this.tables.of(Scope.GPU, Tier.MINUTE);
            table.ensureColumns(jdbc, SampleTable.present(Scope.GPU, rows));
            table.insert(jdbc, rows);
        });
    }

    private SampleRow row(StoredMinute minute) {
        long gpu = this.gpus.number(minute.subject().uuid()).orElseThrow();
        return new SampleRow(gpu, minute.at(), minute.samples(), minute.min(), minute.avg(), minute.max());
    }
}
