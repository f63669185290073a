package io.gpulse.insight.window;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class SeriesTests {

    private final Series series = new Series(1000, 10);

    @Test
    void aSlotIsTheMeanOfItsValues() {
        this.series.add(5000, 10);
        this.series.add(5900, 20);
        this.series.add(6000, 40);

        assertThat(this.series.last(6500, 2000)).containsExactly(15, 40);
        assertThat(this.series.mean(6500, 2000)).isEqualTo(27.5);
    }

    @Test
    void aGapIsNotKnown() {
        this.series.add(1000, 1);
        this.series.add(4000, 4);

        assertThat(this.series.last(5000, 5000)).containsExactly(1, Double.NaN, Double.NaN, 4, Double.NaN);
        assertThat(this.series.isFull(5000, 5000)).isFalse();
    }

    @Test
    void valuesOlderThanTheSeriesAreDropped() {
        for (int second = 0; second < 25; second++) {
            this.series.add(second * 1000L, second);
        }

        assertThat(this.series.mean(24_000, 60_000)).isEqualTo(19.5);
        assertThat(this.series.mean(90_000, 10_000)).isNaN();
        this.series.add(90_000, 7);
        assertThat(this.series.mean(90_000, 10_000)).isEqualTo(7);
    }

    @Test
    void aWindowIsFullOnceItsBeginningWasSeen() {
        for (int second = 0; second < 9; second++) {
            this.series.add(second * 1000L, 1);
            assertThat(this.series.isFull(second * 1000L, 10_000)).isEqualTo(second >= 8);
        }
    }

    @Test
    void durationsAllowShortBreaks() {
        for (int second = 0; second < 10; second++) {
            this.series.add(second * 1000L, second == 1 || second == 6 ? 0 : 5);
        }

        assertThat(this.series.heldFor(9000, 1500, (value) -> value > 1)).isEqualTo(2000);
        assertThat(this.series.heldFor(9000, 2500, (value) -> value > 1)).isEqualTo(9000);
        assertThat(this.series.heldFor(9000, 2500, (value) -> value > 9)).isZero();
    }
}
