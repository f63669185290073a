package io.gpulse.history;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpulse.history.StoreException.Fault;
import io.gpulse.history.sqlite.FakeEngine;
import io.gpulse.web.HistoryState;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

/** Stores that fail, and come back. */
class HistoryDatabaseTests {

    private static final Batch BATCH = new Batch(List.of(), List.of());

    private final AtomicLong nanos = new AtomicLong();
    private final FakeEngine engine = new FakeEngine();
    private final HistoryDatabase keeper = new HistoryDatabase(this.engine, Clock.systemUTC(), this.nanos::get);

    @Test
    void aFullDiskSuspendsAndSpaceResumes() {
        assertThat(this.keeper.append(BATCH, false)).isTrue();
        this.engine.failure = new StoreException(Fault.UNAVAILABLE, "The disk is full.");

        assertThat(this.keeper.append(BATCH, false)).isFalse();
        assertThat(this.keeper.condition().state()).isEqualTo(HistoryState.SUSPENDED);
        assertThat(this.keeper.condition().remark()).isEqualTo("The disk is full.");
        assertThat(this.keeper.isWaiting()).isTrue();
        assertThat(this.keeper.store()).as("what is stored can be read").isPresent();

        this.engine.failure = null;
        assertThat(this.keeper.append(BATCH, false)).as("too soon").isFalse();
        passes(Duration.ofSeconds(6));
        assertThat(this.keeper.append(BATCH, false)).isTrue();
        assertThat(this.keeper.condition().state()).isEqualTo(HistoryState.RECORDING);
        assertThat(this.engine.opened).isEqualTo(1);
        assertThat(this.engine.closed).isZero();
    }

    @Test
    void aStoreThatOpensAndFailsToWriteIsTriedLessOften() {
        this.keeper.append(BATCH, false);
        this.engine.failure = new StoreException(Fault.UNAVAILABLE, "The disk is full.");
        for (int second = 0; second < 3600; second++) {
            this.keeper.append(BATCH, false);
            assertThat(this.keeper.condition().state()).isEqualTo(HistoryState.SUSPENDED);
            passes(Duration.ofSeconds(1));
        }

        assertThat(this.engine.appended).isBetween(55, 65);
    }

    @Test
    void anExceptionThatNoStoreHasSuspends() {
        this.keeper.append(BATCH, false);
        this.keeper.fail(new IllegalStateException("row 7"));

        assertThat(this.keeper.condition().state()).isEqualTo(HistoryState.SUSPENDED);
        assertThat(this.keeper.condition().remark()).contains("row 7");
        passes(Duration.ofSeconds(6));
        assertThat(this.keeper.append(BATCH, false)).isTrue();
        assertThat(this.keeper.condition()).isEqualTo(new HistoryDatabase.Condition(HistoryState.RECORDING, null));
    }

    @Test
    void aDamagedStoreIsOpenedAgainAndChecked() {
        this.keeper.append(BATCH, false);
        this.keeper.fail(new StoreException(Fault.DAMAGED, "The file is damaged."));
        assertThat(this.keeper.store()).isEmpty();
        assertThat(this.engine.distrusted).isEqualTo(1);

        passes(Duration.ofSeconds(6));
        assertThat(this.keeper.append(BATCH, false)).isTrue();
        assertThat(this.engine.opened).isEqualTo(2);
    }

    @Test
    void aStoreWhoseFileHasGoneIsOpenedAgainAndReported() {
        this.keeper.append(BATCH, false);
        this.engine.gone = true;

        assertThat(this.keeper.append(BATCH, false)).isTrue();

        assertThat(this.engine.opened).isEqualTo(2);
        assertThat(this.engine.closed).isEqualTo(1);
        assertThat(this.keeper.condition().state()).isEqualTo(HistoryState.RECORDING);
        assertThat(this.keeper.condition().remark()).contains("deleted or replaced");
    }

    @Test
    void whatKeepsFailingIsTriedLessOften() {
        this.engine.failure = new StoreException(Fault.UNAVAILABLE, "The disk is full.");
        for (int second = 0; second < 3600; second++) {
            this.keeper.append(BATCH, false);
            passes(Duration.ofSeconds(1));
        }

        assertThat(this.engine.attempts).isBetween(55, 65);
    }

    @Test
    void aPlaceThatCannotBeWrittenToMeansMemory() {
        this.engine.failure = new StoreException(Fault.READ_ONLY, "The folder /x cannot be written to.");

        assertThat(this.keeper.append(BATCH, false)).isTrue();

        assertThat(this.keeper.condition().state()).isEqualTo(HistoryState.MEMORY_ONLY);
        assertThat(this.keeper.condition().remark()).contains("/x").contains("memory");
    }

    @Test
    void aPlaceThatCanBeWrittenToLaterTakesTheMemorysPlace() {
        this.engine.failure = new StoreException(Fault.READ_ONLY, "The folder /x cannot be written to.");
        this.keeper.append(BATCH, false);

        this.engine.failure = null;
        passes(Duration.ofMinutes(4));
        this.keeper.append(BATCH, false);
        assertThat(this.keeper.condition().state()).isEqualTo(HistoryState.MEMORY_ONLY);
        assertThat(this.engine.closed).isZero();

        passes(Duration.ofMinutes(1));
        assertThat(this.keeper.append(BATCH, false)).isTrue();
        assertThat(this.keeper.condition()).isEqualTo(new HistoryDatabase.Condition(HistoryState.RECORDING, null));
        assertThat(this.engine.closed).isEqualTo(1);
    }

    @Test
    void whatAnotherHasIsNotWaitedForWithRounds() {
        this.engine.failure = new StoreException(Fault.LOCKED, "Another gpulse has it.");

        assertThat(this.keeper.append(BATCH, false)).isFalse();

        assertThat(this.keeper.condition().state()).isEqualTo(HistoryState.LOCKED);
        assertThat(this.keeper.isWaiting()).isFalse();
        assertThat(this.keeper.store()).isEqualTo(Optional.empty());
    }

    @Test
    void anotherSourceHasAnotherStore() {
        this.keeper.append(BATCH, false);
        this.keeper.append(BATCH, true);

        assertThat(this.engine.simulated).containsExactly(false, true);
        assertThat(this.engine.closed).isEqualTo(1);
    }

    @Test
    void aClockThatLeapsIsGivenTimeToBeSetRight() {
        FakeClock clock = new FakeClock();
        HistoryDatabase leaping = new HistoryDatabase(this.engine, clock::instant, this.nanos::get);
        for (int minute = 0; minute < 20; minute++) {
            leaping.append(BATCH, false);
            passes(Duration.ofMinutes(1));
            clock.millis += Duration.ofMinutes(1).toMillis();
        }
        int before = this.engine.pruned;

        clock.millis += Duration.ofDays(365).toMillis();
        leaping.append(BATCH, false);
        passes(Duration.ofMinutes(9));
        clock.millis += Duration.ofMinutes(9).toMillis();
        leaping.append(BATCH, false);

        assertThat(before).isPositive();
        assertThat(this.engine.pruned).isEqualTo(before);
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
