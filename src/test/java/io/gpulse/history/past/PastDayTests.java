package io.gpulse.history.past;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.gpulse.demo.DemoPast;
import io.gpulse.device.Snapshot;
import io.gpulse.device.Source;
import io.gpulse.device.SourceKind;
import io.gpulse.history.HistoryProperties;
import io.gpulse.history.accounting.GpuUse;
import io.gpulse.history.accounting.StateRun;
import io.gpulse.history.sqlite.AccountingStore.OccupancySums;
import io.gpulse.history.sqlite.HistoryEngine;
import io.gpulse.history.sqlite.HistoryStore;
import io.gpulse.testing.Snapshots;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.util.unit.DataSize;

/** A whole simulated day in a store. */
class PastDayTests {

    private static final Source DEMO = new Source(SourceKind.DEMO, true, null, null, null, null);
    private static final Snapshot FIRST = Snapshots.of(1, DEMO, List.of());
    private static final Instant START = FIRST.takenAt();
    private static final long AT = START.toEpochMilli();
    private static final long MINUTE = PastWriter.MINUTE;

    private final DemoPast past = new DemoPast(Duration.ofHours(24), START, ZoneOffset.UTC);
    private HistoryEngine engine;

    @TempDir
    Path folder;

    @BeforeEach
    void createEngine() {
        HistoryProperties limits = new HistoryProperties(
                true, this.folder, Duration.ofHours(24), Duration.ofDays(30), DataSize.ofMegabytes(64), 4);
        this.engine = new HistoryEngine(this.folder, limits, Clock.systemUTC());
    }

    private HistoryStore open() {
        return this.engine.open(true).store();
    }

    @Test
    void theStatesOfADayAddUpToADayWithoutTheTimeInWhichGpulseDidNotRun() {
        try (HistoryStore store = open()) {
            new PastWriter(this.past).write(store, FIRST);

            List<StateRun> runs = new ArrayList<>();
            store.states().runs(uuids(), 0, AT, runs::add);
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
        try (HistoryStore store = open()) {
            new PastWriter(this.past).write(store, FIRST);
        }

        assertThat(Files.size(this.folder.resolve("history-simulated.db"))).isLessThan(15_000_000);
    }

    private Set<String> uuids() {
        return Set.copyOf(this.past.gpus().stream().map((gpu) -> gpu.uuid()).toList());
    }
}
