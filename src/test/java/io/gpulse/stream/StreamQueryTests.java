package io.gpulse.stream;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpulse.stream.wire.StreamFormat;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class StreamQueryTests {

    @Test
    void withoutATimeBetweenSnapshotsThereIsNone() {
        assertThat(new StreamQuery(null, null, null).interval()).isZero();
        assertThat(new StreamQuery(Duration.ofSeconds(5), null, null).interval())
                .isEqualTo(Duration.ofSeconds(5));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "x", "-1", "1.5", "99999999999999999999"})
    void invalidIdIsIgnored(String id) {
        assertThat(new StreamQuery(null, id, null).resumeAfter(id)).isNull();
        assertThat(new StreamQuery(null, "7", null).resumeAfter(id)).isEqualTo(7);
    }

    @Test
    void noticesAreSentAsEventsAndAsLinesOnRequest() {
        StreamQuery silent = new StreamQuery(null, null, null);

        assertThat(silent.wantsNotices(StreamFormat.EVENTS)).isTrue();
        assertThat(silent.wantsNotices(StreamFormat.LINES)).isFalse();
        assertThat(new StreamQuery(null, null, true).wantsNotices(StreamFormat.LINES))
                .isTrue();
        assertThat(new StreamQuery(null, null, false).wantsNotices(StreamFormat.EVENTS))
                .isFalse();
    }
}
