package io.gpulse.history.sqlite;

import io.gpulse.history.AccountingStore;
import io.gpulse.history.accounting.AccountingState;
import io.gpulse.history.accounting.GpuAccount;
import java.util.List;
import java.util.function.Function;
import org.springframework.dao.DataAccessException;
import org.springframework.jdbc.core.JdbcTemplate;

/** Time and energy in a history's file. */
final class SqliteAccountingStore implements AccountingStore {

    private final HistoryFile file;

    SqliteAccountingStore(HistoryFile file) {
        this.file = file;
    }

    @Override
    public AccountingState state() {
        return answered(AccountingReader::state);
    }

    @Override
    public List<GpuAccount> accounts() {
        return answered(AccountingReader::accounts);
    }

    @Override
    public List<OccupancySums> occupancy(long from, long to) {
        return answered((jdbc) -> AccountingReader.occupancy(jdbc, from, to));
    }

    @Override
    public Usage usage(UsageSpan span) {
        return answered((jdbc) -> UsageReader.read(jdbc, span));
    }

    private <T> T answered(Function<JdbcTemplate, T> question) {
        try {
            return this.file.read(question);
        } catch (DataAccessException failed) {
            throw SqliteFaults.translate(failed);
        }
    }
}
