package io.gpulse.history;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpulse.history.StoreException.Fault;
import io.gpulse.history.accounting.Accounting;
import io.gpulse.history.sqlite.FakeEngine;
import io.gpulse.web.HistoryState;
import io.gpulse.web.HistoryStatistics;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

/** Stores that fail and recover. */
class HistoryDatabaseTests {

    private static final Batch BATCH = new Batch(List.of(), List.of(), new Accounting().pending(), List.of());

    private final AtomicLong nanos = new AtomicLong();
    private final FakeEngine engine = new FakeEngine();
    private final HistoryDatabase database = new HistoryDatabase(this.engine, Clock.systemUTC(), this.nanos::get);

    @Test
    void aFullDiskSuspendsRecordingAndSpaceResumesIt() {
        assertThat(append(this.database, false)).isTrue();
        this.engine.failure = new StoreException(Fault.UNAVAILABLE, "The disk is full.");

        assertThat(append(this.database, false)).isFalse();
        assertThat(this.database.statistics().state()).isEqualTo(HistoryState.SUSPENDED);
        assertThat(this.database.statistics().detail()).isEqualTo("The disk is full.");
        assertThat(this.database.isWaiting()).isTrue();
        assertThat(this.database.store()).as("stored rows can be read").isPresent();

        this.engine.failure = null;
        assertThat(append(this.database, false)).as("too soon").isFalse();
        passes(Duration.ofSeconds(6));
        assertThat(append(this.database, false)).isTrue();
        assertThat(this.database.statistics().state()).isEqualTo(HistoryState.RECORDING);
        assertThat(this.engine.opened).isEqualTo(1);
        assertThat(this.engine.closed).isZero();
    }

    @Test
    void aStoreThatOpensAndFailsToWriteIsRetriedLessOften() {
        append(this.database, false);
        this.engine.failure = new StoreException(Fault.UNAVAILABLE, "The disk is full.");
        for (int second = 0; second < 3600; second++) {
            append(this.database, false);
            assertThat(this.database.statistics().state()).isEqualTo(HistoryState.SUSPENDED);
            passes(Duration.ofSeconds(1));
        }

        assertThat(this.engine.appended).isBetween(55, 65);
    }

    @Test
    void anUnexpectedExceptionSuspendsRecording() {
        append(this.database, false);
        this.database.fail(new IllegalStateException("row 7"));

        assertThat(this.database.statistics().state()).isEqualTo(HistoryState.SUSPENDED);
        assertThat(this.database.statistics().detail()).contains("row 7");
        passes(Duration.ofSeconds(6));
        assertThat(append(this.database, false)).isTrue();
        assertThat(this.database.statistics())
                .extracting(HistoryStatistics::state, HistoryStatistics::detail)
                .containsExactly(HistoryState.RECORDING, null);
    }

    @Test
    void aDamagedStoreIsOpenedAgainAndChecked() {
        append(this.database, false);
        this.database.fail(new StoreException(Fault.DAMAGED, "The file is damaged."));
        assertThat(this.database.store()).isEmpty();
        assertThat(this.engine.distrusted).isEqualTo(1);

        passes(Duration.ofSeconds(6));
        assertThat(append(this.database, false)).isTrue();
        assertThat(this.engine.opened).isEqualTo(2);
    }

    @Test
    void aStoreWhoseFileIsGoneIsReopenedAndReported() {
        append(this.database, false);
        this.engine.gone = true;

        assertThat(append(this.database, false)).isTrue();

        assertThat(this.engine.opened).isEqualTo(2);
        assertThat(this.engine.closed).isEqualTo(1);
        assertThat(this.database.statistics().state()).isEqualTo(HistoryState.RECORDING);
        assertThat(this.database.statistics().detail()).contains("deleted or replaced");

        passes(Duration.ofHours(23));
        append(this.database, false);
        assertThat(this.database.statistics().detail()).contains("deleted or replaced");
        passes(Duration.ofHours(1));
        append(this.database, false);
        assertThat(this.database.statistics().detail()).isNull();
    }

    @Test
    void aPermanentFailureIsRetriedLessOften() {
        this.engine.failure = new StoreException(Fault.UNAVAILABLE, "The disk is full.");
        for (int second = 0; second < 3600; second++) {
            append(this.database, false);
            passes(Duration.ofSeconds(1));
        }

        assertThat(this.engine.attempts).isBetween(55, 65);
    }

    @Test
    void withoutAWritableFolderTheHistoryIsInMemory() {
        this.engine.failure = new StoreException(Fault.READ_ONLY, "The folder /x cannot be written to.");

        assertThat(append(this.database, false)).isTrue();

        assertThat(this.database.statistics().state()).isEqualTo(HistoryState.MEMORY_ONLY);
        assertThat(this.database.statistics().detail()).contains("/x").contains("memory");
    }

    @Test
    void aFolderThatBecomesWritableReplacesMemory() {
        this.engine.failure = new StoreException(Fault.READ_ONLY, "The folder /x cannot be written to.");
        append(this.database, false);

        this.engine.failure = null;
        passes(Duration.ofMinutes(4));
        append(this.database, false);
        assertThat(this.database.statistics().state()).isEqualTo(HistoryState.MEMORY_ONLY);
        assertThat(this.engine.closed).isZero();

        passes(Duration.ofMinutes(1));
        assertThat(append(this.database, false)).isTrue();
        assertThat(this.database.statistics())
                .extracting(HistoryStatistics::state, HistoryStatistics::detail)
                .containsExactly(HistoryState.RECORDING, null);
        assertThat(this.engine.closed).isEqualTo(1);
    }

    @Test
    void roundsDoNotWaitForAFileOfAnotherProcess() {
        this.engine.failure = new StoreException(Fault.LOCKED, "Another gpulse has it.");

        assertThat(append(this.database, false)).isFalse();

        assertThat(this.database.statistics().state()).isEqualTo(HistoryState.LOCKED);
        assertThat(this.database.isWaiting()).isFalse();
        assertThat(this.database.store()).isEqualTo(Optional.empty());
    }

    @Test
    void simulatedAndRealGpusHaveSeparateStores() {
        append(this.database, false);
        append(this.database, true);

        assertThat(this.engine.simulated).containsExactly(false, true);
        assertThat(this.engine.closed).isEqualTo(1);
    }

    @Test
    void pruningIsDelayedAfterAClockChange() {
        FakeClock clock = new FakeClock();
        HistoryDatabase leaping = new HistoryDatabase(this.engine, clock::instant, this.nanos::get);
        for (int minute = 0; minute < 20; minute++) {
            append(leaping, false);
            passes(Duration.ofMinutes(1));
            clock.millis += Duration.ofMinutes(1).toMillis();
        }
        int before = this.engine.pruned;

        clock.millis += Duration.ofDays(365).toMillis();
        append(leaping, false);
        passes(Duration.ofMinutes(9));
        clock.millis += Duration.ofMinutes(9).toMillis();
        append(leaping, false);

        assertThat(before).isPositive();
        assertThat(this.engine.pruned).isEqualTo(before);
    }

    private static boolean append(HistoryDatabase database, boolean simulated) {
        return database.write(simulated, (store) -> store.append(BATCH));
    }

    private void passes(Duration time) {
        this.nanos.addAndGet(time.toNanos());
    }

    private static final class FakeClock {

        private long millis = 1_795_168_801_000L;

        Instant instant() {
            return Instant.ofEpochMilli(this.millis);
        }
    }
}
