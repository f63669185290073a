package io.gpulse.stream;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpulse.stream.wire.ClientConnection;
import io.gpulse.stream.wire.StreamFormat;
import io.gpulse.testing.Snapshots;
import io.gpulse.view.GpuSelector;
import io.gpulse.view.View;
import io.gpulse.web.LongLivedResponse;
import io.gpulse.web.ProblemException;
import java.time.Duration;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.springframework.util.unit.DataSize;
import reactor.core.publisher.Mono;
import reactor.core.publisher.Sinks;

class SnapshotStreamTests {

    private final StreamHarness broadcast = StreamHarness.withDefaults();

    @AfterEach
    void stop() {
        this.broadcast.close();
    }

    @Test
    void subscriberReceivesThePreambleAndTheLatestSnapshot() {
        this.broadcast.takes(3);

        StreamReader reader = StreamReader.of(this.broadcast.stream(), StreamReader.live());

        assertThat(reader.received())
                .containsExactly("retry: 2000\n\n", "id:1795168801002\nevent:snapshot\ndata:{\"n\":2}\n\n");
    }

    @Test
    void subscriberBeforeTheFirstRoundReceivesThePreambleAndWaits() {
        StreamReader reader = StreamReader.of(this.broadcast.stream(), StreamReader.live());

        assertThat(reader.received()).containsExactly("retry: 2000\n\n");
        this.broadcast.takes(2);
        assertThat(reader.numbers()).containsExactly(0, 1);
    }

    @Test
    void linesAreOneObjectEachWithoutAPreamble() {
        this.broadcast.takes(1);
        StreamRequest lines = new StreamRequest(View.CORE, StreamFormat.LINES, false, 1L, Duration.ZERO, true);

        StreamReader reader = StreamReader.of(this.broadcast.stream(), lines);
        this.broadcast.takes(1).waits(LongLivedResponse.HEARTBEAT);

        assertThat(reader.received())
                .containsExactly("{\"lag\":{\"missed\":null,\"restarted\":true}}\n{\"n\":0}\n", "{\"n\":1}\n", "\n");
    }

    @Test
    void aRoundThatFindsTheConnectionFullIsMissedAndTheNextIsPrecededByLag() {
        StreamReader slow = StreamReader.of(this.broadcast.stream(), StreamReader.live());
        StreamReader healthy = StreamReader.of(this.broadcast.stream(), StreamReader.live());
        this.broadcast.takes(1);

        slow.fills();
        this.broadcast.takes(3);
        slow.empties();
        this.broadcast.takes(2);

        assertThat(slow.received())
                .endsWith(
                        "event:lag\ndata:{\"missed\":3,\"restarted\":false}\n\n"
                                + "id:1795168801004\nevent:snapshot\ndata:{\"n\":4}\n\n",
                        "id:1795168801005\nevent:snapshot\ndata:{\"n\":5}\n\n");
        assertThat(healthy.numbers()).containsExactly(0, 1, 2, 3, 4, 5);
        assertThat(healthy.lags()).isEmpty();
        assertThat(this.broadcast.stream().statistics().dropped()).isEqualTo(3);
    }

    @Test
    void subscriberWithoutDemandReceivesNothing() {
        StreamReader reader = StreamReader.of(this.broadcast.stream(), StreamReader.live(), 0);

        this.broadcast.takes(5);
        assertThat(reader.received()).isEmpty();
        reader.request(1);
        assertThat(reader.received()).containsExactly("retry: 2000\n\n");
        this.broadcast.takes(1);
        reader.request(1);

        assertThat(reader.numbers()).containsExactly(5);
        assertThat(reader.lags()).isEmpty();
    }

    @Test
    void onlyAFewChunksArePending() {
        this.broadcast.takes(100);
        StreamReader reader = StreamReader.of(this.broadcast.stream(), StreamReader.live());
        reader.holds();

        this.broadcast.takes(50);
        reader.admits();
        this.broadcast.takes(1);

        assertThat(reader.numbers()).hasSize(6).startsWith(99, 100, 101).endsWith(103, 150);
        assertThat(reader.lags()).containsExactly("{\"missed\":46,\"restarted\":false}");
    }

    @Test
    void aCommentComesEvery15Seconds() {
        StreamReader reader = StreamReader.of(this.broadcast.stream(), StreamReader.live());

        this.broadcast.waits(Duration.ofSeconds(14));
        assertThat(reader.received()).containsExactly("retry: 2000\n\n");
        this.broadcast.waits(Duration.ofSeconds(46));

        assertThat(reader.received()).containsExactly("retry: 2000\n\n", ":\n\n", ":\n\n", ":\n\n", ":\n\n");
    }

    @Test
    void fullConnectionReceivesNoHeartbeats() {
        StreamReader reader =
                StreamReader.of(this.broadcast.stream(), StreamReader.live()).fills();

        this.broadcast.waits(Duration.ofMinutes(1));
        reader.empties();
        this.broadcast.takes(1);

        assertThat(reader.received()).hasSize(2);
        assertThat(reader.lags()).isEmpty();
    }

    @Test
    void eachRoundIsEncodedOncePerViewForAllSubscribers() {
        StreamRequest full = new StreamRequest(View.FULL, StreamFormat.EVENTS, false, null, Duration.ZERO, true);
        StreamRequest lines = new StreamRequest(View.CORE, StreamFormat.LINES, false, null, Duration.ZERO, true);
        for (int i = 0; i < 5; i++) {
            StreamReader.of(this.broadcast.stream(), StreamReader.live());
            StreamReader.of(this.broadcast.stream(), full);
            StreamReader.of(this.broadcast.stream(), lines);
        }

        this.broadcast.takes(4);
        StreamReader.of(this.broadcast.stream(), StreamReader.after(Snapshots.FIRST));
        StreamReader.of(this.broadcast.stream(), StreamReader.after(1));

        assertThat(this.broadcast.encodings()).hasSize(8).values().containsOnly(1);
    }

    @Test
    void nothingIsEncodedWithoutSubscribers() {
        this.broadcast.takes(3);

        assertThat(this.broadcast.encodings()).isEmpty();
    }

    @Test
    void subscriberBeyondTheLimitIsRejectedUntilOneLeaves() {
        try (StreamHarness small = new StreamHarness(StreamHarness.properties(2, 16, DataSize.ofMegabytes(32)))) {
            StreamReader first = StreamReader.of(small.stream(), StreamReader.live());
            StreamReader.of(small.stream(), StreamReader.live());

            assertThat(StreamReader.of(small.stream(), StreamReader.live()).failure())
                    .isInstanceOfSatisfying(
                            ProblemException.class,
                            (refusal) -> assertThat(refusal.getHeaders().getFirst("Retry-After"))
                                    .isNotNull());
            first.cancel();
            StreamReader.of(small.stream(), StreamReader.live());
            assertThat(small.stream().statistics().subscribers()).isEqualTo(2);
        }
    }

    @Test
    void limitOfViewsDoesNotLimitSubscribersOfAView() {
        try (StreamHarness small = new StreamHarness(StreamHarness.properties(10, 2, DataSize.ofMegabytes(32)))) {
            StreamReader.of(small.stream(), StreamReader.live());
            StreamReader other = StreamReader.of(small.stream(), ofGpu(0));

            StreamReader.of(small.stream(), ofGpu(0));
            StreamReader.of(small.stream(), ofGpu(1));
            assertThat(StreamReader.of(small.stream(), ofGpu(2)).failure()).isInstanceOf(ProblemException.class);
            // The plain view is exempt from the limit.
            assertThat(small.stream().statistics().encodings()).isEqualTo(3);
            assertThat(other.hasEnded()).isFalse();
        }
    }

    @Test
    void everySubscriberEndsWhenTheServerStops() {
        StreamReader reader = StreamReader.of(this.broadcast.stream(), StreamReader.live());

        this.broadcast.stream().stop();

        assertThat(reader.hasEnded()).isTrue();
        assertThat(StreamReader.of(this.broadcast.stream(), StreamReader.live()).hasEnded())
                .isTrue();
        assertThat(this.broadcast.stream().statistics().subscribers()).isZero();
    }

    @Test
    void everySubscriberEndsWhenTheSamplerDoes() {
        StreamReader reader = StreamReader.of(this.broadcast.stream(), StreamReader.live());

        this.broadcast.samplerEnds();

        assertThat(reader.hasEnded()).isTrue();
    }

    private static StreamRequest ofGpu(int index) {
        View view = new View(View.Detail.CORE, Set.of(new GpuSelector(null, index)), View.CORE.metrics(), false);
        return new StreamRequest(view, StreamFormat.EVENTS, false, null, Duration.ZERO, true);
    }

    @Test
    void closedConnectionFreesItsSlotWithoutACancellation() {
        SnapshotStream stream = this.broadcast.stream();
        Sinks.Empty<Void> ended = Sinks.empty();
        StreamReader.open(
                        stream,
                        StreamReader.live(),
                        new ClientConnection(Optional.empty(), () -> true, ended.asMono(), () -> {}))
                .subscribe();
        assertThat(stream.statistics().subscribers()).isEqualTo(1);

        ended.tryEmitEmpty().orThrow();

        assertThat(stream.statistics().subscribers()).isZero();
        assertThat(stream.statistics().encodings()).isZero();
    }

    @Test
    void aConnectionThatHasEndedBeforeTakesNoSlot() {
        SnapshotStream stream = this.broadcast.stream();

        StreamReader.open(
                        stream,
                        StreamReader.live(),
                        new ClientConnection(Optional.empty(), () -> true, Mono.empty(), () -> {}))
                .subscribe();

        assertThat(stream.statistics().subscribers()).isZero();
    }

    @Test
    void connectionThatIsNotWritableForTwoMinutesIsClosed() {
        StreamReader stuck =
                StreamReader.of(this.broadcast.stream(), StreamReader.live()).fills();
        StreamReader slow =
                StreamReader.of(this.broadcast.stream(), StreamReader.live()).fills();

        this.broadcast.waits(ChunkSubscriber.LONGEST_STALL.minus(LongLivedResponse.HEARTBEAT));
        assertThat(stuck.isDisconnected()).isFalse();
        slow.empties();
        this.broadcast.takes(1);
        slow.fills();
        this.broadcast.waits(LongLivedResponse.HEARTBEAT);

        assertThat(stuck.isDisconnected()).isTrue();
        assertThat(slow.isDisconnected()).isFalse();
    }
}
