package io.gpulse.text;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpulse.device.Snapshot;
import io.gpulse.stream.StreamHarness;
import io.gpulse.stream.StreamReader;
import io.gpulse.testing.Snapshots;
import io.gpulse.web.ProblemException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.springframework.util.unit.DataSize;

class TextStreamTests {

    private final StreamHarness broadcast = StreamHarness.withDefaults();
    private final TextStream feed = new TextStream(this.broadcast.stream());
    private final List<String> rendered = new ArrayList<>();

    @AfterEach
    void stop() {
        this.broadcast.close();
    }

    @Test
    void latestSnapshotIsWrittenImmediatelyAndThenOneChunkPerRound() {
        this.broadcast.takes(3);

        StreamReader reader = StreamReader.of(this.feed, rows(""));
        this.broadcast.takes(2);

        assertThat(reader.received()).containsExactly("2\n", "3\n", "4\n");
    }

    @Test
    void headerIsWrittenOnceBeforeTheFirstText() {
        this.broadcast.takes(1);

        StreamReader reader = StreamReader.of(this.feed, rows("index, name\n"));
        this.broadcast.takes(1);

        assertThat(reader.received()).containsExactly("index, name\n", "0\n", "1\n");
    }

    @Test
    void headerIsRepeatedAfterEachPage() {
        this.broadcast.takes(1);

        StreamReader reader = StreamReader.of(
                this.feed,
                new TextRequest(
                        "twice", "head\n", (snapshot) -> render(snapshot).repeat(2), Duration.ZERO, 3, 3));
        this.broadcast.takes(4);

        assertThat(reader.received()).containsExactly("head\n", "0\n0\n", "1\nhead\n1\n", "2\n2\n");
    }

    @Test
    void intervalSkipsRounds() {
        this.broadcast.takes(1);

        StreamReader slow = StreamReader.of(this.feed, every(Duration.ofSeconds(5)));
        StreamReader hasty = StreamReader.of(this.feed, every(Duration.ofMillis(100)));
        this.broadcast.takes(11);

        assertThat(slow.received()).containsExactly("0\n", "5\n", "10\n");
        assertThat(hasty.received()).hasSize(12);
    }

    @Test
    void slowSubscriberReceivesTheLatestTextWithoutDelayingOthers() {
        this.broadcast.takes(1);
        StreamReader slow = StreamReader.of(this.feed, rows(""));
        StreamReader healthy = StreamReader.of(this.feed, rows(""));

        slow.fills();
        this.broadcast.takes(3);
        slow.empties();
        this.broadcast.takes(1);

        assertThat(slow.received()).containsExactly("0\n", "4\n");
        assertThat(healthy.received()).containsExactly("0\n", "1\n", "2\n", "3\n", "4\n");
    }

    @Test
    void atMostOneChunkIsPending() {
        this.broadcast.takes(1);
        StreamReader reader = StreamReader.of(this.feed, rows("")).holds();

        this.broadcast.takes(5);
        reader.admits();

        assertThat(reader.received()).containsExactly("0\n", "1\n", "5\n");
    }

    @Test
    void sharedTextIsRenderedOncePerRound() {
        this.broadcast.takes(1);
        for (int i = 0; i < 100; i++) {
            StreamReader.of(this.feed, rows(""));
        }

        this.broadcast.takes(2);

        assertThat(this.rendered).containsExactly("0\n", "1\n", "2\n");
    }

    @Test
    void subscribersWithDifferentKeysReceiveDifferentTexts() {
        this.broadcast.takes(1);

        StreamReader rows = StreamReader.of(this.feed, rows(""));
        StreamReader other =
                StreamReader.of(this.feed, new TextRequest("other", "", (snapshot) -> "other\n", Duration.ZERO));

        assertThat(rows.received()).containsExactly("0\n");
        assertThat(other.received()).containsExactly("other\n");
    }

    @Test
    void failedTextEndsOnlyItsSubscriber() {
        this.broadcast.takes(1);
        StreamReader healthy = StreamReader.of(this.feed, rows(""));
        StreamReader broken = StreamReader.of(
                this.feed,
                new TextRequest(
                        "broken",
                        "",
                        (snapshot) -> {
                            throw new IllegalStateException("no text");
                        },
                        Duration.ZERO));

        this.broadcast.takes(1);

        assertThat(broken.failure()).hasMessage("no text");
        assertThat(healthy.received()).containsExactly("0\n", "1\n");
    }

    @Test
    void requestBeforeTheFirstRoundIsRejected() {
        assertThat(StreamReader.of(this.feed, rows("")).failure())
                .isInstanceOf(ProblemException.class)
                .hasMessageContaining("first round");
    }

    @Test
    void textSubscribersCountAsSubscribersOfTheStream() {
        try (StreamHarness small = new StreamHarness(StreamHarness.properties(2, 2, DataSize.ofMegabytes(32)))) {
            small.takes(1);
            TextStream texts = new TextStream(small.stream());
            StreamReader first = StreamReader.of(texts, rows(""));
            StreamReader.of(small.stream(), StreamReader.live());

            assertThat(StreamReader.of(texts, rows("")).failure())
                    .isInstanceOfSatisfying(
                            ProblemException.class,
                            (refusal) -> assertThat(refusal.getHeaders().getFirst("Retry-After"))
                                    .isEqualTo("5"));
            assertThat(small.stream().statistics().subscribers()).isEqualTo(2);
            first.cancel();
            assertThat(small.stream().statistics().subscribers()).isEqualTo(1);
        }
    }

    @Test
    void everyReaderEndsWhenTheServerStops() {
        this.broadcast.takes(1);
        StreamReader reader = StreamReader.of(this.feed, rows(""));

        this.broadcast.stream().stop();

        assertThat(reader.hasEnded()).isTrue();
        assertThat(StreamReader.of(this.feed, rows("")).hasEnded()).isTrue();
        assertThat(this.broadcast.stream().statistics().subscribers()).isZero();
    }

    private TextRequest rows(String header) {
        return new TextRequest("rows", header, this::render, Duration.ZERO);
    }

    private TextRequest every(Duration every) {
        return new TextRequest("rows", "", this::render, every);
    }

    private String render(Snapshot snapshot) {
        String text = snapshot.sequence() - Snapshots.FIRST + "\n";
        this.rendered.add(text);
        return text;
    }
}
