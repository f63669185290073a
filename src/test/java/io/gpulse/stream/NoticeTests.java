package io.gpulse.stream;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpulse.stream.wire.StreamFormat;
import io.gpulse.testing.Snapshots;
import io.gpulse.view.GpuSelector;
import io.gpulse.view.View;
import io.gpulse.web.StreamEvents.Notice;
import java.time.Duration;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class NoticeTests {

    private final StreamHarness stream = StreamHarness.withDefaults();

    @AfterEach
    void stop() {
        this.stream.close();
    }

    @Test
    void noticeIsSentImmediatelyAfterItsSnapshot() {
        this.stream.takes(1);
        StreamReader reader = StreamReader.of(this.stream.stream(), StreamReader.live());

        this.stream.publishes(null, "{\"e\":1}").publishes(null, "{\"e\":2}");

        assertThat(reader.order()).containsExactly("{\"n\":0}", "{\"e\":1}", "{\"e\":2}");
        this.stream.takes(1);
        assertThat(reader.order()).endsWith("{\"n\":1}").hasSize(4);
    }

    @Test
    void noticeHasNoIdSoThatClientsResumeAfterASnapshot() {
        this.stream.takes(1);
        StreamReader reader = StreamReader.of(this.stream.stream(), StreamReader.live());

        this.stream.publishes(null, "{\"e\":\"显存\"}");

        assertThat(reader.received()).last().isEqualTo("event:gpu-event\ndata:{\"e\":\"显存\"}\n\n");
    }

    @Test
    void newSubscriberReceivesNoEarlierNotices() {
        this.stream.takes(1).publishes(null, "{\"e\":1}");

        StreamReader reader = StreamReader.of(this.stream.stream(), StreamReader.live());
        this.stream.publishes(null, "{\"e\":2}");

        assertThat(reader.events("gpu-event")).containsExactly("{\"e\":2}");
    }

    @Test
    void resumedSubscriberReceivesLaterNoticesInOrder() {
        this.stream.takes(1).publishes(null, "{\"e\":1}").takes(1).publishes(null, "{\"e\":2}");
        this.stream.takes(1).publishes(null, "{\"e\":3}").takes(1);

        StreamReader reader = StreamReader.of(this.stream.stream(), StreamReader.after(Snapshots.FIRST + 1));

        assertThat(reader.order()).containsExactly("{\"e\":2}", "{\"n\":2}", "{\"e\":3}", "{\"n\":3}");
    }

    @Test
    void subscriberThatResumesAfterARestartReceivesAllNotices() {
        this.stream.takes(1).publishes(null, "{\"e\":1}").takes(1);

        StreamReader reader = StreamReader.of(this.stream.stream(), StreamReader.after(Snapshots.FIRST - 5000));

        assertThat(reader.events("gpu-event")).containsExactly("{\"e\":1}");
    }

    @Test
    void slowSubscriberReceivesANoticeLaterButNoMissedSnapshots() {
        this.stream.takes(1);
        StreamReader reader =
                StreamReader.of(this.stream.stream(), StreamReader.live()).fills();

        this.stream.takes(1).publishes(null, "{\"e\":1}").takes(1);
        reader.empties();
        this.stream.takes(1);

        assertThat(reader.order())
                .containsExactly("{\"n\":0}", "{\"e\":1}", "{\"missed\":2,\"restarted\":false}", "{\"n\":3}");
    }

    @Test
    void manyNoticesAtOnceAllArrive() {
        this.stream.takes(1);
        StreamReader reader = StreamReader.of(this.stream.stream(), StreamReader.live());

        reader.holds();
        IntStream.range(0, 50).forEach((each) -> this.stream.publishes(null, "{\"e\":" + each + "}"));
        reader.admits();

        assertThat(reader.events("gpu-event")).hasSize(50).endsWith("{\"e\":49}");
    }

    @Test
    void filteredSubscriberReceivesNoticesOfItsGpusAndTheMachine() {
        this.stream.takes(1);
        String requested = Snapshots.gpu(0).identity().uuid();
        View view = new View(View.Detail.CORE, Set.of(new GpuSelector(requested, 0)), View.CORE.metrics(), false);

        StreamReader reader = StreamReader.of(this.stream.stream(), request(view, StreamFormat.EVENTS, true));
        this.stream
                .publishes(requested, "{\"e\":1}")
                .publishes("GPU-other", "{\"e\":2}")
                .publishes(null, "{\"e\":3}");
        this.stream.publishes("GPU-other GPU-more", "{\"e\":4}").publishes("GPU-other " + requested, "{\"e\":5}");

        assertThat(reader.events("gpu-event")).containsExactly("{\"e\":1}", "{\"e\":3}", "{\"e\":5}");
    }

    @Test
    void linesContainNoticesOnRequest() {
        this.stream.takes(1);
        StreamReader subscriber = StreamReader.of(this.stream.stream(), request(View.CORE, StreamFormat.LINES, true));
        StreamReader other = StreamReader.of(this.stream.stream(), request(View.CORE, StreamFormat.LINES, false));

        this.stream.publishes(null, "{\"e\":1}");

        assertThat(subscriber.received()).last().isEqualTo("{\"gpu-event\":{\"e\":1}}\n");
        assertThat(other.order()).containsExactly("{\"n\":0}");
    }

    @Test
    void noticesBeforeTheOldestSnapshotAreDropped() {
        NoticeRing ring = new NoticeRing();
        IntStream.range(0, 1500).forEach((each) -> ring.add(notice("{}"), each));

        assertThat(ring.from(0)).first().extracting(NoticeRing.Entry::after).isEqualTo(500L);
        ring.dropBefore(1400);
        assertThat(ring.from(0)).first().extracting(NoticeRing.Entry::after).isEqualTo(1400L);
        assertThat(ring.firstAfter(1450)).isEqualTo(1450);
        assertThat(ring.firstAfter(9999)).isEqualTo(ring.next());
    }

    @Test
    void fewLongNoticesFillTheRingButTheNewestIsKept() {
        NoticeRing ring = new NoticeRing();
        IntStream.range(0, 3).forEach((each) -> ring.add(notice("x".repeat(2_000_000)), each));

        assertThat(ring.from(0)).first().extracting(NoticeRing.Entry::after).isEqualTo(2L);
    }

    private static Notice notice(String json) {
        return new Notice("gpu-event", Set.of(), json);
    }

    private static StreamRequest request(View view, StreamFormat format, boolean notices) {
        return new StreamRequest(view, format, false, null, Duration.ZERO, notices);
    }
}
