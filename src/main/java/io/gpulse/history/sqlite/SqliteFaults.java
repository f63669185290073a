package io.gpulse.history.sqlite;

import io.gpulse.history.StoreException;
import io.gpulse.history.StoreException.Fault;
import java.sql.SQLException;
import org.springframework.core.NestedExceptionUtils;
import org.sqlite.NativeLibraryNotFoundException;
import org.sqlite.SQLiteErrorCode;
import org.sqlite.SQLiteException;

/** Translates SQLite's result codes to faults of a store. */
final class SqliteFaults {

    private SqliteFaults() {}

    static StoreException translate(Throwable failure) {
        Throwable cause = NestedExceptionUtils.getMostSpecificCause(failure);
        if (cause instanceof NativeLibraryNotFoundException) {
            return new StoreException(Fault.UNAVAILABLE, withoutLibrary(), failure);
        }
        return new StoreException(fault(code(cause)), "SQLite: " + cause.getMessage() + ".", failure);
    }

    /** SQLite's driver names only the system, not the folder where it unpacked its library. */
    private static String withoutLibrary() {
        String folder = System.getProperty("org.sqlite.tmpdir", System.getProperty("java.io.tmpdir"));
        return "SQLite's native library cannot be loaded from " + folder + ", the folder for temporary files: it may be"
                + " full, or mounted noexec. Name another one by java -Dorg.sqlite.tmpdir=FOLDER -jar ….";
    }

    /** Returns whether the index of the write-ahead log could not be created or enlarged, since the disk is full. */
    static boolean isWithoutSharedMemory(Throwable failure) {
        int code = code(NestedExceptionUtils.getMostSpecificCause(failure));
        return code == SQLiteErrorCode.SQLITE_IOERR_SHMSIZE.code || code == SQLiteErrorCode.SQLITE_IOERR_SHMOPEN.code;
    }

    private static Fault fault(int code) {
        // The lower byte of an extended code is its base code.
        return switch (code & 0xff) {
            case 11, 26 -> Fault.DAMAGED;
            case 3, 8, 14 -> Fault.READ_ONLY;
            default -> Fault.UNAVAILABLE;
        };
    }

    /** Returns SQLite's extended code where it is known, otherwise its base code, or 0. */
    private static int code(Throwable cause) {
        if (cause instanceof SQLiteException sqlite) {
            return sqlite.getResultCode().code;
        }
        return cause instanceof SQLException sql ? sql.getErrorCode() : 0;
    }
}
