package io.gpulse.insight.window;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class ChangeLogTests {

    private final ChangeLog log = new ChangeLog(1000, 505);

    @Test
    void theFirstValueIsNoGrowth() {
        this.log.add(2000, 505);

        assertThat(this.log.gained()).isZero();
        assertThat(this.log.count()).isEqualTo(505);
    }

    @Test
    void theGrowthIsKnownForAnyTime() {
        this.log.add(2000, 506);
        this.log.add(5000, 508);

        assertThat(this.log.gained()).isEqualTo(3);
        assertThat(this.log.gainedSince(2001)).isEqualTo(2);
        assertThat(this.log.gainedSince(5001)).isZero();
        assertThat(this.log.firstChangeSince(3000)).isEqualTo(5000);
    }

    @Test
    void aCounterThatRestartsGrewByItsValue() {
        this.log.add(2000, 506);
        this.log.add(3000, 2);
        this.log.add(13_000, 2);

        assertThat(this.log.gained()).isEqualTo(3);
    }

    @Test
    void theGrowthUpToTheFirstSampleAfterARestartIsOfThatTime() {
        this.log.add(1_000_000, 2);
        this.log.add(500_000_000, 7);

        assertThat(this.log.gained()).isEqualTo(7);
        assertThat(this.log.gainedSince(1_000_001)).isEqualTo(5);
    }

    @Test
    void oneLowerSampleIsNoGrowth() {
        this.log.add(2000, 0);
        this.log.add(3000, 505);

        assertThat(this.log.gained()).isZero();
    }

    @Test
    void aClockThatIsSetBackLosesNothing() {
        this.log.add(9000, 506);
        this.log.add(4000, 507);

        assertThat(this.log.gainedSince(8000)).isEqualTo(2);
    }

    @Test
    void aCounterThatNeverRestsIsKeptInBoundedMemoryAndLosesNoCount() {
        for (int change = 1; change <= 100_000; change++) {
            this.log.add(1000L + change, 505 + change);
        }

        assertThat(this.log.gained()).isEqualTo(100_000);
        assertThat(this.log.gainedSince(0)).isEqualTo(100_000);
        assertThat(this.log.gainedSince(1000 + 99_991)).isEqualTo(10);
    }

    /** One change each 10 s for five days. */
    @Test
    void theGrowthOfADayIsOfThatDay() {
        long day = 86_400_000;
        long now = 5 * day;
        for (long at = 10_000; at <= now; at += 10_000) {
            this.log.add(at, 505 + at / 10_000);
        }

        assertThat(this.log.gainedSince(now - day)).isBetween(7_400L, 8_641L);
        assertThat(this.log.gainedSince(now - 600_000)).isBetween(50L, 61L);
    }
}
