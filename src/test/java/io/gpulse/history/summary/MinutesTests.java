package io.gpulse.history.summary;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class MinutesTests {

    private static final double PART = 0.95;

    /** Returns the numbers from 1 to n in a mixed order. */
    private static Minutes mixed(int n, long announced) {
        Minutes minutes = new Minutes(announced);
        IntStream.range(0, n).forEach((i) -> minutes.add(1 + (i * 7919L) % n));
        return minutes;
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 19, 20, 21, 39, 40, 1000, 43_200})
    void thePercentileEqualsThatOfAllMeans(int n) {
        assertThat(mixed(n, n).percentile()).isEqualTo(Math.ceil(PART * n));
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 20, 1000})
    void missingMinutesDoNotChangeThePercentile(int n) {
        assertThat(mixed(n, 43_200).percentile()).isEqualTo(Math.ceil(PART * n));
    }

    @Test
    void atMostATenthOfAMonthIsInMemory() {
        assertThat(Minutes.held(43_200)).isLessThan(4400);
    }

    @Test
    void meansKeepTheirPrecision() {
        Minutes minutes = new Minutes(1);
        minutes.add(85_899_345_921.0);

        assertThat(minutes.percentile()).isEqualTo(85_899_345_921.0);
    }

    @Test
    void withoutMeansThereIsNoPercentile() {
        Minutes minutes = new Minutes(10);
        minutes.add(Double.NaN);

        assertThat(minutes.percentile()).isNaN();
    }
}
