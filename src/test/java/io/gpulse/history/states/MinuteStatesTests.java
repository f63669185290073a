package io.gpulse.history.states;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpulse.history.Batch;
import io.gpulse.history.accounting.AccountingUpdate;
import io.gpulse.history.accounting.GpuUse;
import io.gpulse.history.accounting.MinuteAccount;
import io.gpulse.history.accounting.Occupancy;
import io.gpulse.history.accounting.StateRun;
import io.gpulse.history.accounting.Sums;
import io.gpulse.history.accounting.UseSeconds;
import io.gpulse.history.states.StatesResponse.GpuResponse;
import io.gpulse.history.states.StatesResponse.SecondsResponse;
import io.gpulse.testing.StateRounds;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** States of the time for which a file has minutes and no runs. */
class MinuteStatesTests extends StoredStates {

    @Test
    void minutesAreUsedIfAnEarlierGpulseHasRunInBetween() {
        everyState();
        restart();
        this.rounds.pause(10).add(600, StateRounds.held());
        AccountingUpdate all = account();
        append(new AccountingUpdate(
                all.accounts(), all.minutes(), all.gaps(), all.processes(), all.slices(), List.of()));
        restart();
        this.rounds.pause(10).add(61, StateRounds.free());
        write();
        restart();
        GpuResponse states = states(at(500), this.rounds.next() - 1000, POINTS);

        assertThat(states.seconds()).isEqualTo(new SecondsResponse(0, 170, 599, 60, null, 0, 0, 22));
    }

    @Test
    void minutesAreUsedBeforeTheOldestRun() {
        everyState();
        this.store.prune(Instant.ofEpochMilli(at(4100)));
        this.rounds.add(101, StateRounds.busy());
        write();
        GpuResponse states = states(at(0), this.rounds.next() - 1000, POINTS);

        assertThat(this.store.states().firstRuns(List.of(GPU.uuid()))).containsValue(at(600));
        assertThat(states.seconds()).isEqualTo(new SecondsResponse(201, 247, 52, 100, null, 30, 41, 80));
        assertThat(sum(states)).isEqualTo(751);
        assertThat(texts(states).subList(0, 4))
                .containsExactly("0-100 busy", "100-147 throttled", "147-177 stuck", "177-229 held_idle");
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
    void aSimulatedPastMayBeginWithinAMinute() {
        Sums sums = new Sums();
        sums.add(Occupancy.ACTIVE, 80, 0);
        MinuteAccount minute = new MinuteAccount(GPU.uuid(), at(-120), sums, Map.of(), new UseSeconds());
        StateRun run = new StateRun(GPU.uuid(), at(-80), at(0), GpuUse.BUSY, null);
        this.store.append(new Batch(
                List.of(GPU),
                List.of(),
                new AccountingUpdate(List.of(), List.of(minute), List.of(), List.of(), List.of(), List.of(run)),
                List.of()));
        everyState();

        assertThat(texts(states(at(-300), at(50), POINTS))).containsExactly("-80-50 busy");
    }
}
