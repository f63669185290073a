package io.gpulse.history.states;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.gpulse.device.GpuState;
import io.gpulse.history.Batch;
import io.gpulse.history.KnownGpu;
import io.gpulse.history.accounting.AccountingUpdate;
import io.gpulse.history.accounting.GpuAccount;
import io.gpulse.history.accounting.GpuUse;
import io.gpulse.history.accounting.Occupancy;
import io.gpulse.history.accounting.StateRun;
import io.gpulse.history.accounting.Sums;
import io.gpulse.history.sqlite.AccountingStore.OccupancySums;
import io.gpulse.history.states.HistoryStates.Request;
import io.gpulse.history.states.StatesResponse.GpuResponse;
import io.gpulse.history.states.StatesResponse.SecondsResponse;
import io.gpulse.testing.StateRounds;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

/** States that are read from a file. */
class HistoryStatesTests extends StoredStates {

    @Test
    void secondsSegmentsSummaryAndCountersAgree() {
        everyState();
        long end = this.rounds.next() - 1000;
        GpuResponse states = states(StateRounds.START, end, POINTS);
        SecondsResponse seconds = states.seconds();

        assertThat(seconds).isEqualTo(new SecondsResponse(100, 247, 52, 100, null, 30, 41, 80));
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
    void reservedTimeIsSplitOffFree() {
        this.rounds
                .add(61, StateRounds.free())
                .add(40, StateRounds.reserved())
                .add(20, StateRounds.busy().reserved(StateRounds.JOBS));
        write();
        GpuResponse states = states(StateRounds.START, this.rounds.next() - 1000, POINTS);

        assertThat(texts(states)).containsExactly("0-60 free", "60-100 reserved", "100-120 busy");
        assertThat(states.seconds()).isEqualTo(new SecondsResponse(20, 0, 0, 60, 40.0, 0, 0, 0));
        Sums minutes = this.store
                .accounting()
                .occupancy(StateRounds.START, StateRounds.START + 180_000)
                .get(0)
                .sums();
        assertThat(minutes.seconds(Occupancy.FREE)).isEqualTo(60, within(1e-6));
        assertThat(minutes.seconds(Occupancy.RESERVED)).isEqualTo(40, within(1e-6));
        assertThat(minutes.seconds()).isEqualTo(120, within(1e-6));
    }

    @Test
    void aSpanMayBeginAndEndInARun() {
        everyState();
        GpuResponse states = states(at(120), at(200), POINTS);

        assertThat(texts(states)).containsExactly("120-147 throttled power", "147-177 stuck", "177-200 held_idle");
        assertThat(states.seconds()).isEqualTo(new SecondsResponse(0, 27, 23, 0, null, 30, 0, 0));
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
    void theSecondsSumToTheTimeFromBeginToEnd() {
        everyState();
        long now = at(650) + 700;
        StatesResponse response = response(now - 180_000, now, POINTS, now);

        assertThat(response.to()).as("newest sample").isEqualTo(at(650));
        assertThat(total(response)).isEqualTo(response.to() - response.from()).isEqualTo(179_300);
        assertThat(response(at(1), at(181), POINTS, now).to()).isEqualTo(at(181));
        assertThat(total(response(at(1), at(181), POINTS, now))).isEqualTo(180_000);
    }

    @Test
    void theSecondsOfAGpuThatIsGoneSumToThoseOfTheOthers() {
        KnownGpu other = new KnownGpu("GPU-other", 1, "", Instant.EPOCH);
        everyState();
        GpuAccount gone = new GpuAccount(other.uuid(), at(0), at(100), null, Double.NaN, new Sums());
        StateRun run = new StateRun(other.uuid(), at(0), at(100), GpuUse.FREE, null);
        this.store.append(new Batch(
                List.of(other),
                List.of(),
                new AccountingUpdate(List.of(gone), List.of(), List.of(), List.of(), List.of(), List.of(run)),
                List.of()));
        long now = at(650) + 700;

        StatesResponse response = response(new Request(List.of(GPU, other), span(at(1), now), POINTS, now, SECOND));

        assertThat(response.gpus()).allSatisfy((gpu) -> assertThat(sum(gpu)).isEqualTo(649));
        assertThat(response.to()).isEqualTo(at(650));
    }

    /** Returns the time in all states of the only GPU, in ms. */
    private static long total(StatesResponse response) {
        SecondsResponse seconds = response.gpus().get(0).seconds();
        return Math.round(1000
                * (seconds.busy()
                        + seconds.throttled()
                        + seconds.heldIdle()
                        + seconds.free()
                        + seconds.stuck()
                        + seconds.lost()
                        + seconds.noSamples()));
    }

    @Test
    void theLastOfSlowRoundsMayBeAMinuteAgo() {
        everyState();
        Request request = new Request(List.of(GPU), span(at(600), at(1000)), POINTS, at(720), Duration.ofMinutes(1));

        assertThat(texts(response(request).gpus().get(0))).containsExactly("600-650 throttled heat");
    }

    @Test
    void aRestartIsAGap() {
        everyState();
        restart();
        this.rounds.pause(100).add(51, StateRounds.busy());
        write();
        GpuResponse states = states(at(500), this.rounds.next() - 1000, POINTS);

        assertThat(texts(states)).containsExactly("500-650 throttled heat", "650-751 no_samples gap", "751-801 busy");
        assertThat(states.seconds()).isEqualTo(new SecondsResponse(50, 150, 0, 0, null, 0, 0, 101));
        assertThat(this.accounting.totals().get(0).sums().seconds()).isEqualTo(801, within(1e-6));
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
        Request request = new Request(List.of(other), span(0, at(600)), POINTS, at(700), SECOND);

        assertThat(response(request).gpus())
                .singleElement()
                .satisfies((gpu) -> assertThat(gpu.segments()).isEmpty());
    }
}
