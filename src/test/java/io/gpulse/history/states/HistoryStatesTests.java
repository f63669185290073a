package io.gpulse.history.states;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.gpulse.device.GpuState;
import io.gpulse.device.Snapshot;
import io.gpulse.history.Batch;
import io.gpulse.history.HistoryProperties;
import io.gpulse.history.KnownGpu;
import io.gpulse.history.TimeRange;
import io.gpulse.history.accounting.Accounting;
import io.gpulse.history.accounting.AccountingUpdate;
import io.gpulse.history.accounting.MinuteAccount;
import io.gpulse.history.accounting.Occupancy;
import io.gpulse.history.accounting.Sums;
import io.gpulse.history.accounting.UseSeconds;
import io.gpulse.history.sqlite.AccountingStore.OccupancySums;
import io.gpulse.history.sqlite.HistoryEngine;
import io.gpulse.history.sqlite.HistoryStore;
import io.gpulse.history.states.HistoryStates.Request;
import io.gpulse.history.states.StatesResponse.GpuResponse;
import io.gpulse.history.states.StatesResponse.SecondsResponse;
import io.gpulse.metric.Metric;
import io.gpulse.testing.StateRounds;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.util.unit.DataSize;

/** States that are read from a file. */
class HistoryStatesTests {

    private static final int POINTS = 600;
    private static final KnownGpu GPU = new KnownGpu(StateRounds.UUID, 0, "NVIDIA H100 80GB HBM3", Instant.EPOCH);

    private final StateRounds rounds = new StateRounds();
    private Accounting accounting = new Accounting();
    private HistoryStore store;

    @TempDir
    private Path folder;

    @BeforeEach
    void open() {
        HistoryProperties properties = new HistoryProperties(
                true, this.folder, Duration.ofHours(1), Duration.ofDays(30), DataSize.ofGigabytes(1), 4);
        this.store = new HistoryEngine(this.folder, properties, Clock.systemUTC())
                .open(false)
                .store();
    }

    @AfterEach
    void close() {
        this.store.close();
    }

    /** Every state, a gap, and 650 seconds in all. */
    private void everyState() {
        this.rounds
                .add(101, StateRounds.busy())
                .add(47, StateRounds.throttled(Metric.REASON_POWER_CAP))
                .add(30, StateRounds.in(GpuState.STUCK))
                .add(52, StateRounds.held());
        write();
        this.rounds
                .add(41, StateRounds.in(GpuState.LOST))
                .pause(79)
                .add(101, StateRounds.free())
                .add(200, StateRounds.throttled(Metric.REASON_HW_THERMAL));
        write();
    }

    @Test
    void secondsSegmentsSummaryAndCountersAgree() {
        everyState();
        long end = this.rounds.next() - 1000;
        GpuResponse states = states(StateRounds.START, end, POINTS);
        SecondsResponse seconds = states.seconds();

        assertThat(seconds).isEqualTo(new SecondsResponse(100, 247, 52, 100, 30, 41, 80));
        assertThat(texts(states))
                .containsExactly(
                        "0-100 busy",
                        "100-147 throttled power",
                        "147-177 stuck",
                        "177-229 held_idle",
                        "229-270 lost",
                        "270-350 no_samples gap",
                        "350-450 free",
                        "450-650 throttled heat");
        OccupancySums minutes = this.store
                .accounting()
                .occupancy(StateRounds.START, StateRounds.START + 660_000)
                .get(0);
        assertThat(minutes.sums().seconds(Occupancy.ACTIVE)).isEqualTo(347, within(1e-6));
        assertThat(minutes.sums().seconds(Occupancy.UNKNOWN) + 80).isEqualTo(151, within(1e-6));
        assertThat(minutes.unsampled()).isEqualTo(71, within(1e-6));
        assertCounters();
    }

    private void assertCounters() {
        assertThat(this.accounting.totals()).singleElement().satisfies((total) -> {
            assertThat(total.sums().seconds(Occupancy.ACTIVE)).isEqualTo(347, within(1e-6));
            assertThat(total.sums().seconds(Occupancy.HELD_IDLE)).isEqualTo(52, within(1e-6));
            assertThat(total.sums().seconds(Occupancy.FREE)).isEqualTo(100, within(1e-6));
            assertThat(total.sums().seconds(Occupancy.UNKNOWN)).isEqualTo(151, within(1e-6));
        });
    }

    @Test
    void aSpanMayBeginAndEndInARun() {
        everyState();
        GpuResponse states = states(at(120), at(200), POINTS);

        assertThat(texts(states)).containsExactly("120-147 throttled power", "147-177 stuck", "177-200 held_idle");
        assertThat(states.seconds()).isEqualTo(new SecondsResponse(0, 27, 23, 0, 30, 0, 0));
    }

    @Test
    void beforeTheFirstSampleThereIsNoSegment() {
        everyState();
        GpuResponse states = states(at(-3600), at(50), POINTS);

        assertThat(texts(states)).containsExactly("0-50 busy");
        assertThat(states.seconds().busy()).isEqualTo(50);
    }

    @Test
    void afterTheLastSampleThereAreNoSamplesUpToNow() {
        everyState();
        GpuResponse states = states(at(600), at(1000), POINTS, at(900));

        assertThat(texts(states)).containsExactly("600-650 throttled heat", "650-900 no_samples gap");
    }

    @Test
    void theLastSecondsMayNotBeStoredYet() {
        everyState();

        assertThat(texts(states(at(600), at(1000), POINTS, at(660)))).containsExactly("600-650 throttled heat");
    }

    @Test
    void aRestartIsAGap() {
        everyState();
        restart();
        this.rounds.pause(100).add(51, StateRounds.busy());
        write();
        GpuResponse states = states(at(500), this.rounds.next() - 1000, POINTS);

        assertThat(texts(states)).containsExactly("500-650 throttled heat", "650-751 no_samples gap", "751-801 busy");
        assertThat(states.seconds()).isEqualTo(new SecondsResponse(50, 150, 0, 0, 0, 0, 101));
        assertThat(this.accounting.totals().get(0).sums().seconds()).isEqualTo(801, within(1e-6));
    }

    private void restart() {
        close();
        open();
        this.accounting = new Accounting();
    }

    @Test
    void minutesAreUsedBeforeTheOldestRun() {
        everyState();
        this.store.prune(Instant.ofEpochMilli(at(4100)));
        this.rounds.add(101, StateRounds.busy());
        write();
        GpuResponse states = states(at(0), this.rounds.next() - 1000, POINTS);

        assertThat(this.store.states().firstRuns(List.of(GPU.uuid()))).containsValue(at(600));
        assertThat(states.seconds()).isEqualTo(new SecondsResponse(201, 247, 52, 100, 30, 41, 80));
        assertThat(sum(states)).isEqualTo(751);
        assertThat(texts(states).subList(0, 4))
                .containsExactly("0-100 busy", "100-147 throttled", "147-177 stuck", "177-229 held_idle");
    }

    private static double sum(GpuResponse states) {
        return states.segments().stream()
                        .mapToLong((segment) -> segment.to() - segment.from())
                        .sum()
                / 1000.0;
    }

    @Test
    void aSpanOfMinutesIsExtendedToWholeOnes() {
        everyState();
        this.store.prune(Instant.ofEpochMilli(at(9000)));
        StatesResponse response = response(at(90), at(200), POINTS, at(700));

        assertThat(response.from()).isEqualTo(at(60));
        assertThat(response.to()).isEqualTo(at(240));
        assertThat(sum(response.gpus().get(0))).isEqualTo(180);
        assertThat(response.gpus().get(0).seconds().stuck()).isEqualTo(30);
    }

    @Test
    void minutesBeforeTheFirstSampleAreOfASimulatedPast() {
        Sums minute = new Sums();
        minute.add(Occupancy.ACTIVE, 60, 0);
        List<MinuteAccount> minutes = Stream.of(at(-120), at(-60))
                .map((at) -> new MinuteAccount(GPU.uuid(), at, minute, Map.of(), new UseSeconds()))
                .toList();
        AccountingUpdate past = new AccountingUpdate(List.of(), minutes, List.of(), List.of(), List.of(), List.of());
        this.store.append(new Batch(List.of(GPU), List.of(), past, List.of()));
        everyState();

        assertThat(texts(states(at(-300), at(50), POINTS))).containsExactly("-120-50 busy");
    }

    @Test
    void aShortWorseStateIsInACoarseAnswer() {
        for (int n = 0; n < 100; n++) {
            this.rounds.add(2, StateRounds.busy()).add(2, StateRounds.free());
        }
        this.rounds.add(1, StateRounds.in(GpuState.LOST)).add(100, StateRounds.busy());
        write();
        GpuResponse states = states(at(0), at(500), 12);

        assertThat(states.segments()).hasSizeLessThanOrEqualTo(12);
        assertThat(texts(states)).anyMatch((text) -> text.endsWith(" lost"));
        assertThat(states.seconds().lost()).isEqualTo(1);
    }

    @Test
    void anUnknownGpuHasNoSegments() {
        KnownGpu other = new KnownGpu("GPU-other", 1, "", Instant.EPOCH);
        everyState();
        Request request = new Request(List.of(other), span(0, at(600)), POINTS, at(700));

        assertThat(new HistoryStates(this.store, request).response(false).gpus())
                .singleElement()
                .satisfies((gpu) -> assertThat(gpu.segments()).isEmpty());
    }

    private GpuResponse states(long from, long to, int points) {
        return states(from, to, points, this.rounds.next() - 1000);
    }

    private GpuResponse states(long from, long to, int points, long now) {
        return response(from, to, points, now).gpus().get(0);
    }

    private StatesResponse response(long from, long to, int points, long now) {
        return new HistoryStates(this.store, new Request(List.of(GPU), span(from, to), points, now)).response(false);
    }

    private static TimeRange span(long from, long to) {
        return new TimeRange(Instant.ofEpochMilli(from), Instant.ofEpochMilli(to));
    }

    private void write() {
        boolean first = this.accounting.totals().isEmpty();
        for (Snapshot round : this.rounds.take()) {
            this.accounting.add(round);
        }
        if (first) {
            this.accounting.restore(this.store.accounting().state());
        }
        this.store.append(new Batch(List.of(GPU), List.of(), this.accounting.pending(), List.of()));
        this.accounting.clear();
    }

    private static List<String> texts(GpuResponse states) {
        return states.segments().stream()
                .map((one) -> second(one.from()) + "-" + second(one.to()) + " " + one.state()
                        + (one.cause() == null ? "" : " " + one.cause()))
                .toList();
    }

    private static long second(long at) {
        return (at - StateRounds.START) / 1000;
    }

    private static long at(long second) {
        return StateRounds.START + second * 1000;
    }
}
