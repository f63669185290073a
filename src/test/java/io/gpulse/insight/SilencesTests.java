package io.gpulse.insight;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

class SilencesTests {

    private final TestSilences test = new TestSilences();

    private void add(Duration lasting) {
        this.test.add("xid", null, null, lasting);
    }

    @Test
    void atMostOneHundredAreInForce() {
        for (int made = 1; made < Silences.MOST; made++) {
            add(Duration.ofHours(1));
        }
        add(Duration.ofMinutes(1));

        assertThatThrownBy(() -> add(Duration.ofHours(1)))
                .hasMessageContaining("Too many silences (limit 100); delete one first.");
        this.test.pass(Duration.ofMinutes(1));
        add(Duration.ofHours(1));
        assertThat(this.test.all().current()).hasSize(Silences.MOST);
    }

    @Test
    void anIdIsNotGivenTwice() {
        add(Duration.ofHours(1));
        add(Duration.ofHours(1));
        String first = this.test.all().current().get(0).id();
        String second = this.test.all().current().get(1).id();

        assertThat(second).isNotEqualTo(first);
        assertThat(this.test.all().remove(second)).isTrue();
        assertThat(this.test.all().remove(second)).isFalse();
        add(Duration.ofHours(1));
        assertThat(this.test.all().current().get(1).id()).isNotEqualTo(second);
    }

    @Test
    void storedSilencesComeBeforeThoseThatWereAddedSince() {
        Silence stored = new Silence(
                Long.toString(TestSilences.START.toEpochMilli() + 5),
                "xid",
                null,
                null,
                TestSilences.START.plusSeconds(9),
                "stored",
                TestSilences.START);
        Silence odd =
                new Silence("x'y", "xid", null, null, TestSilences.START.plusSeconds(9), "odd", stored.createdAt());
        add(Duration.ofHours(1));

        this.test.all().restore(List.of(stored, odd));

        assertThat(this.test.all().current()).extracting(Silence::reason).containsExactly("stored", "test");
        add(Duration.ofHours(1));
        assertThat(this.test.all().current().get(2).id())
                .isEqualTo(Long.toString(TestSilences.START.toEpochMilli() + 6));
    }
}
