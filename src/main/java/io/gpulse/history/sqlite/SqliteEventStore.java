package io.gpulse.history.sqlite;

import io.gpulse.history.EventStore;
import io.gpulse.history.Tier;
import java.util.List;
import java.util.OptionalLong;
import java.util.function.Function;
import java.util.function.Supplier;
import org.springframework.dao.DataAccessException;
import org.springframework.jdbc.core.JdbcTemplate;

/** Events in a history's file. */
final class SqliteEventStore implements EventStore {

    private final HistoryFile file;
    private final SampleTables samples;

    SqliteEventStore(HistoryFile file, SampleTables samples) {
        this.file = file;
        this.samples = samples;
    }

    @Override
    public void put(List<StoredEvent> events) {
        translated(() -> {
            this.file.inTransaction(() -> EventTable.put(this.file.writer(), events));
            return true;
        });
    }

    @Override
    public List<StoredEvent> newest(Criteria criteria, int most) {
        return answered((jdbc) -> EventTable.newest(jdbc, criteria, most));
    }

    @Override
    public List<StoredEvent> changedAfter(long sequence, Criteria criteria, int most) {
        return answered((jdbc) -> EventTable.changedAfter(jdbc, sequence, criteria, most));
    }

    @Override
    public List<StoredEvent> unfinished() {
        return answered(EventTable::unfinished);
    }

    @Override
    public OptionalLong lastSampledBefore(long at) {
        return answered((jdbc) -> this.samples
                .of(Tier.RAW)
                .map((table) -> table.lastBefore(jdbc, at))
                .flatMapToLong(OptionalLong::stream)
                .max());
    }

    @Override
    public Highest highest() {
        return answered(EventTable::highest);
    }

    private <T> T answered(Function<JdbcTemplate, T> question) {
        return translated(() -> this.file.read(question));
    }

    private static <T> T translated(Supplier<T> work) {
        try {
            return work.get();
        } catch (DataAccessException failed) {
            throw SqliteFaults.translate(failed);
        }
    }
}
