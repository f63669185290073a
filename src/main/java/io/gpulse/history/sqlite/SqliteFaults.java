package io.gpulse.history.sqlite;

import io.gpulse.history.StoreException;
import io.gpulse.history.StoreException.Fault;
import java.sql.SQLException;
import org.jspecify.annotations.Nullable;
import org.sqlite.SQLiteErrorCode;
import org.sqlite.SQLiteException;

/** Translates SQLite's result codes to faults of a store. */
final class SqliteFaults {

    private SqliteFaults() {}

    static StoreException translate(Throwable failure) {
        SQLiteErrorCode code = code(failure);
        return new StoreException(fault(code), "SQLite: " + message(failure) + ".", failure);
    }

    /** Returns whether the index of the write-ahead log could not be created or enlarged, since the disk is full. */
    static boolean isWithoutSharedMemory(Throwable failure) {
        SQLiteErrorCode code = code(failure);
        return code == SQLiteErrorCode.SQLITE_IOERR_SHMSIZE || code == SQLiteErrorCode.SQLITE_IOERR_SHMOPEN;
    }

    /** Returns SQLite's own message, which Spring wraps. */
    private static String message(Throwable failure) {
        for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
            if (cause instanceof SQLException) {
                return String.valueOf(cause.getMessage());
            }
        }
        return String.valueOf(failure.getMessage());
    }

    private static Fault fault(@Nullable SQLiteErrorCode code) {
        if (code == null) {
            return Fault.UNAVAILABLE;
        }
        // The lower byte of an extended code is its base code.
        return switch (code.code & 0xff) {
            case 11, 26 -> Fault.DAMAGED;
            case 3, 8, 14 -> Fault.READ_ONLY;
            default -> Fault.UNAVAILABLE;
        };
    }

    private static @Nullable SQLiteErrorCode code(@Nullable Throwable failure) {
        for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
            if (cause instanceof SQLiteException sqlite) {
                return sqlite.getResultCode();
            }
            if (cause instanceof SQLException sql && sql.getErrorCode() > 0) {
                return SQLiteErrorCode.getErrorCode(sql.getErrorCode());
            }
        }
        return null;
    }
}
