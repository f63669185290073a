package io.gpulse.history.sqlite;

import io.gpulse.history.MarkStore;
import java.util.List;
import java.util.Set;
import java.util.function.Supplier;
import org.springframework.dao.DataAccessException;

/** Marks in a history's file. */
final class SqliteMarkStore implements MarkStore {

    private final HistoryFile file;

    SqliteMarkStore(HistoryFile file) {
        this.file = file;
    }

    @Override
    public Mark add(long at, String text, Set<String> gpus) {
        return translated(() -> MarkTable.add(this.file.writer(), at, text, gpus));
    }

    @Override
    public boolean delete(long id) {
        return translated(() -> MarkTable.delete(this.file.writer(), id));
    }

    @Override
    public List<Mark> between(long from, long to, int most) {
        return translated(() -> this.file.read((jdbc) -> MarkTable.between(jdbc, from, to, most)));
    }

    private static <T> T translated(Supplier<T> work) {
        try {
            return work.get();
        } catch (DataAccessException failed) {
            throw SqliteFaults.translate(failed);
        }
    }
}
