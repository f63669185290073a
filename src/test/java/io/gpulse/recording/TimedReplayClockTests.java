package io.gpulse.recording;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpulse.metric.Cadence;
import io.gpulse.recording.ReplayClock.Moment;
import io.gpulse.recording.ReplayClock.Turn;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class TimedReplayClockTests {

    private static final long SECOND = 1_000_000_000L;

    /** Ten rounds, a second apart; the first right after the beginning. */
    private static final Recording TEN = recording(10);

    private long nanos = 77;

    private static Recording recording(int rounds) {
        List<Segment> segments = new ArrayList<>();
        segments.add(new Segment(Phase.ATTACH, 0, 0, EnumSet.noneOf(Cadence.class)));
        LongStream.range(0, rounds)
                .forEach((n) ->
                        segments.add(new Segment(Phase.LOOK, 0, Math.max(n * SECOND, 1), EnumSet.of(Cadence.FAST))));
        return Recording.of(new Header("0.1.0", Recorded.AT, 1000, true), segments, Map.of(), rounds * SECOND);
    }

    private TimedReplayClock clock(double speed, boolean loops) {
        return new TimedReplayClock(TEN, speed, loops, () -> this.nanos);
    }

    /** Returns the numbers of the replayed rounds at regular moments. */
    private List<Long> replayed(TimedReplayClock clock, int rounds, long period, long jitter) {
        List<Long> replayed = new ArrayList<>();
        long startedAt = this.nanos;
        Moment attached = clock.now().orElseThrow();
        for (int round = 0; round < rounds; round++) {
            this.nanos = startedAt + round * period + (round % 3 - 1) * jitter + jitter;
            replayed.add(clock.now()
                    .flatMap((now) -> clock.read(0, now, attached))
                    .map((turn) -> Math.round(turn.segment().at() / (double) SECOND))
                    .orElse(-1L));
        }
        return replayed;
    }

    @Test
    void atTheRecordedSpeedEveryRoundIsReplayedOnceDespiteJitter() {
        assertThat(replayed(clock(1, true), 10, SECOND, SECOND / 6))
                .containsExactly(0L, 1L, 2L, 3L, 4L, 5L, 6L, 7L, 8L, 9L);
    }

    @Test
    void aReaderBetweenTwoRoundsReplaysEachOnce() {
        TimedReplayClock clock = clock(1, true);
        this.nanos += SECOND * 48 / 100;

        assertThat(replayed(clock, 9, SECOND, SECOND / 8)).doesNotHaveDuplicates();
    }

    @Test
    void atTwiceTheSpeedEveryOtherRoundIsReplayed() {
        assertThat(replayed(clock(2, true), 5, SECOND, 0)).containsExactly(0L, 2L, 4L, 6L, 8L);
    }

    @Test
    void closerReadsRepeatARound() {
        assertThat(replayed(clock(1, true), 6, SECOND / 2, 0)).containsExactly(0L, 1L, 1L, 2L, 2L, 3L);
    }

    @Test
    void atTheEndTheReplayRestartsInTheNextRound() {
        TimedReplayClock clock = clock(1, true);
        this.nanos += 23 * SECOND;

        assertThat(clock.now()).contains(new Moment(2, 3 * SECOND));
        Moment now = clock.now().orElseThrow();
        assertThat(clock.read(0, now, now).map(Turn::round)).contains(2);
    }

    @Test
    void onceMeansOnce() {
        TimedReplayClock clock = clock(1, false);
        Moment attached = clock.now().orElseThrow();
        this.nanos += 10 * SECOND - 1;
        assertThat(clock.read(0, clock.now().orElseThrow(), attached)).isPresent();

        this.nanos += 1;

        assertThat(clock.now()).isEmpty();
    }

    @Test
    void aGpuThatWasNotRecordedHasNoRounds() {
        TimedReplayClock clock = clock(1, true);

        Moment now = clock.now().orElseThrow();
        assertThat(clock.read(7, now, now)).isEqualTo(Optional.empty());
    }
}
