package io.gpulse.stream;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpulse.metric.Metric;
import io.gpulse.stream.wire.StreamFormat;
import io.gpulse.testing.Snapshots;
import io.gpulse.view.View;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.springframework.util.unit.DataSize;

class ReplayTests {

    private final StreamHarness broadcast = StreamHarness.withDefaults();

    @AfterEach
    void stop() {
        this.broadcast.close();
    }

    @Test
    void resumedSubscriberReceivesMissedRoundsAndContinuesLive() {
        this.broadcast.takes(10);

        StreamReader reader = StreamReader.of(this.broadcast.stream(), StreamReader.after(Snapshots.FIRST + 3));
        this.broadcast.takes(3);

        assertThat(reader.numbers()).containsExactly(4, 5, 6, 7, 8, 9, 10, 11, 12);
        assertThat(reader.lags()).isEmpty();
    }

    @Test
    void subscriberWithoutAGapReceivesNothingTwice() {
        this.broadcast.takes(10);

        StreamReader reader = StreamReader.of(this.broadcast.stream(), StreamReader.after(Snapshots.FIRST + 9));
        this.broadcast.takes(1);

        assertThat(reader.numbers()).containsExactly(10);
    }

    @Test
    void roundsAreKeptAndThinnedByTimePassedAndNotByTheClock() {
        this.broadcast.takes(10);
        this.broadcast.takes(Snapshots.at(Instant.parse("2038-01-19T03:14:08Z"), Snapshots.numbered(10)));
        this.broadcast.takes(Snapshots.numbered(11));

        assertThat(StreamReader.of(this.broadcast.stream(), StreamReader.after(Snapshots.FIRST + 3))
                        .numbers())
                .containsExactly(4, 5, 6, 7, 8, 9, 10, 11);

        SampleThrottle throttle = new SampleThrottle(Duration.ofSeconds(5));
        assertThat(throttle.admits(Snapshots.numbered(0))).isTrue();
        for (String clock : List.of("2038-01-19T03:14:08Z", "1970-01-01T00:00:00Z")) {
            assertThat(throttle.admits(Snapshots.at(Instant.parse(clock), Snapshots.numbered(1))))
                    .isFalse();
        }
        assertThat(throttle.admits(Snapshots.numbered(5))).isTrue();
    }

    @Test
    void theReplayStopsAtAFullConnectionAndMissesNothing() {
        this.broadcast.takes(20);
        StreamReader reader = StreamReader.of(this.broadcast.stream(), StreamReader.after(Snapshots.FIRST), 3);

        reader.fills();
        this.broadcast.takes(5);
        reader.empties().request(Long.MAX_VALUE);
        this.broadcast.takes(1);

        assertThat(reader.numbers())
                .containsExactlyElementsOf(IntStream.rangeClosed(1, 25).boxed().toList());
        assertThat(reader.lags()).isEmpty();
    }

    @Test
    void filteredViewIsReplayedInStepsWithoutMissingARound() {
        View odd = new View(View.Detail.FULL, null, Set.of(Metric.POWER_DRAW), false);
        this.broadcast.takes(100);

        StreamReader reader = StreamReader.of(
                this.broadcast.stream(),
                new StreamRequest(odd, StreamFormat.EVENTS, false, Snapshots.FIRST, Duration.ZERO, true));

        assertThat(this.broadcast.encodings()).hasSize(16);
        this.broadcast.takes(1);
        assertThat(this.broadcast.encodings()).hasSize(32);
        this.broadcast.takes(9);
        assertThat(reader.numbers())
                .containsExactlyElementsOf(IntStream.rangeClosed(1, 109).boxed().toList());
        assertThat(reader.lags()).isEmpty();
    }

    @Test
    void replayContinuesLiveWhileAnotherThreadTakesRounds() throws InterruptedException {
        this.broadcast.takes(100);
        Thread sampler = new Thread(() -> this.broadcast.takes(2000));
        sampler.start();

        StreamReader reader = StreamReader.of(this.broadcast.stream(), StreamReader.after(Snapshots.FIRST + 50));
        sampler.join();
        this.broadcast.takes(1);

        // The ring holds 300 rounds: a late subscriber receives the number of missed ones, in order.
        assertThat(reader.numbers()).isSorted().doesNotHaveDuplicates().endsWith(2100);
        long missed = reader.lags().stream()
                .mapToLong((lag) -> Long.parseLong(lag.replaceAll("\\D", "")))
                .sum();
        assertThat(reader.numbers().size() + missed).isEqualTo(2100 - 50);
    }

    @Test
    void idOfAnEarlierProcessReplaysAllRounds() {
        this.broadcast.takes(3);

        StreamReader reader = StreamReader.of(this.broadcast.stream(), StreamReader.after(Snapshots.FIRST - 5000));

        assertThat(reader.lags()).containsExactly("{\"missed\":null,\"restarted\":true}");
        assertThat(reader.received().get(1)).startsWith("event:lag\n").contains("\n\nid:1795168801000\n");
        assertThat(reader.numbers()).containsExactly(0, 1, 2);
    }

    @Test
    void unknownIdIsTreatedLikeOneOfAnEarlierProcess() {
        this.broadcast.takes(3);

        StreamReader reader = StreamReader.of(this.broadcast.stream(), StreamReader.after(Snapshots.FIRST + 99));

        assertThat(reader.lags()).containsExactly("{\"missed\":null,\"restarted\":true}");
        assertThat(reader.numbers()).containsExactly(0, 1, 2);
    }

    @Test
    void lostRoundsAreCounted() {
        this.broadcast.takes(400);

        StreamReader reader = StreamReader.of(this.broadcast.stream(), StreamReader.after(Snapshots.FIRST + 10));

        // Rounds are a second apart, and the ring holds five minutes.
        assertThat(reader.lags()).containsExactly("{\"missed\":88,\"restarted\":false}");
        assertThat(reader.numbers()).hasSize(301).startsWith(99).endsWith(399);
    }

    @Test
    void intervalAdmitsOneSnapshotAndSkippedOnesAreNotMissed() {
        StreamReader reader = StreamReader.of(this.broadcast.stream(), StreamReader.every(Duration.ofSeconds(5)));

        this.broadcast.takes(12);

        assertThat(reader.numbers()).containsExactly(0, 5, 10);
        assertThat(reader.lags()).isEmpty();
    }

    @Test
    void intervalShorterThanTheRoundsHasNoEffect() {
        StreamReader reader = StreamReader.of(this.broadcast.stream(), StreamReader.every(Duration.ofMillis(500)));

        this.broadcast.takes(3);

        assertThat(reader.numbers()).containsExactly(0, 1, 2);
    }

    @Test
    void replayWithAnIntervalContinuesFromTheLastEvent() {
        this.broadcast.takes(18);
        StreamRequest request = new StreamRequest(
                View.CORE, StreamFormat.EVENTS, false, Snapshots.FIRST + 2, Duration.ofSeconds(5), true);

        StreamReader reader = StreamReader.of(this.broadcast.stream(), request);
        this.broadcast.takes(6);

        assertThat(reader.numbers()).containsExactly(7, 12, 17, 22);
        assertThat(reader.lags()).isEmpty();
    }

    @Test
    void snapshotOfAnIntervalThatCannotBeWrittenIsMissedOnce() {
        StreamReader reader = StreamReader.of(this.broadcast.stream(), StreamReader.every(Duration.ofSeconds(5)));
        this.broadcast.takes(4);

        reader.fills();
        this.broadcast.takes(3);
        reader.empties();
        this.broadcast.takes(6);

        assertThat(reader.numbers()).containsExactly(0, 10);
        assertThat(reader.lags()).containsExactly("{\"missed\":1,\"restarted\":false}");
    }

    @Test
    void theRingHoldsNoMoreBytesThanAllowed() {
        try (StreamHarness small = new StreamHarness(StreamHarness.properties(10, 2, DataSize.ofMegabytes(1)))) {
            small.takes(299);

            assertThat(small.stream().statistics().replayBytes()).isBetween(900_000L, 1_048_576L);
            assertThat(small.stream().statistics().replaySeconds().intValue()).isBetween(100, 290);
        }
    }
}
