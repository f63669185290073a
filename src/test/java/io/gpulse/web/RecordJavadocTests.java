package io.gpulse.web;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class RecordJavadocTests {

    private final RecordJavadoc javadoc = new RecordJavadoc(StreamStatistics.class);

    @Test
    void theLinesOfTheSourceAreJoined() {
        assertThat(this.javadoc.text()).isEqualTo("State of the stream.");
        assertThat(this.javadoc.text("dropped"))
                .isEqualTo("Snapshots that subscribers missed since the start, because they read too slowly or were"
                        + " disconnected for too long.");
    }

    @Test
    void aComponentOrARecordWithoutJavadocHasNoText() {
        assertThat(this.javadoc.text("unknown")).isNull();
        assertThat(new RecordJavadoc(RecordJavadocTests.class).text()).isNull();
    }
}
