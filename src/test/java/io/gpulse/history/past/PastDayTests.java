package io.gpulse.history.past;

import static io.gpulse.history.past.DemoHistory.AT;
import static io.gpulse.history.past.DemoHistory.FIRST;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.gpulse.demo.DemoPast;
import io.gpulse.history.accounting.GpuUse;
import io.gpulse.history.accounting.StateRun;
import io.gpulse.history.sqlite.AccountingStore.OccupancySums;
import io.gpulse.history.sqlite.HistoryStore;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A whole simulated day in a store. */
class PastDayTests {

    private static final long MINUTE = PastWriter.MINUTE;

    private final DemoPast past = DemoHistory.past(Duration.ofHours(24));
    private DemoHistory store;

    @TempDir
    Path folder;

    @BeforeEach
    void createStore() {
        this.store = new DemoHistory(this.folder);
    }

    @Test
    void theStatesOfADayAddUpToADayWithoutTheTimeInWhichGpulseDidNotRun() {
        try (HistoryStore store = this.store.open()) {
            new PastWriter(this.past, () -> null).write(store, FIRST);

            List<StateRun> runs = new ArrayList<>();
            store.states().runs(DemoHistory.uuids(this.past), 0, AT, runs::add);
            Map<String, Long> seconds = runs.stream()
                    .collect(Collectors.groupingBy(
                            StateRun::uuid, Collectors.summingLong((run) -> run.to() - run.from())));
            assertThat(seconds).hasSize(8);
            assertThat(seconds.values())
                    .allSatisfy((sum) -> assertThat(sum).isCloseTo((24 * 60 - 22) * MINUTE, within(2 * MINUTE)));
            List<OccupancySums> all = store.accounting().occupancy(0, AT);
            assertThat(all)
                    .hasSize(8)
                    .allSatisfy((gpu) -> assertThat(gpu.sums().seconds()).isCloseTo((24 * 60 - 22) * 60, within(60.0)));
            assertThat(runs.stream().map(StateRun::use).collect(Collectors.toSet()))
                    .containsExactlyInAnyOrder(GpuUse.BUSY, GpuUse.THROTTLED, GpuUse.HELD_IDLE, GpuUse.FREE);
        }
    }

    @Test
    void aDayTakesLessThan15Megabytes() throws Exception {
        try (HistoryStore store = this.store.open()) {
            new PastWriter(this.past, () -> null).write(store, FIRST);
        }

        assertThat(Files.size(this.folder.resolve("history-simulated.db"))).isLessThan(15_000_000);
    }
}
