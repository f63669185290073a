package io.gpulse.history.sqlite;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpulse.history.StoreException;
import java.sql.SQLException;
import org.junit.jupiter.api.Test;
import org.springframework.jdbc.CannotGetJdbcConnectionException;
import org.sqlite.NativeLibraryNotFoundException;

class SqliteFaultsTests {

    @Test
    void aLibraryThatCannotBeLoadedIsReportedWithTheFolderAndTheOption() {
        SQLException failed = new SQLException(
                "Error opening connection",
                new NativeLibraryNotFoundException("No native library found for os.name=Linux, os.arch=x86_64"));

        StoreException translated = SqliteFaults.translate(new CannotGetJdbcConnectionException("Failed", failed));

        assertThat(translated.fault()).isEqualTo(StoreException.Fault.UNAVAILABLE);
        assertThat(translated)
                .hasMessageContaining("cannot be loaded from " + System.getProperty("java.io.tmpdir"))
                .hasMessageContaining("noexec")
                .hasMessageContaining("-Dorg.sqlite.tmpdir=FOLDER")
                .hasMessageNotContaining("os.name");
    }
}
