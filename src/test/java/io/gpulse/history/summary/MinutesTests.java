package io.gpulse.history.summary;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Percentiles of the means of minutes. */
class MinutesTests {

    @Test
    void aMeanKeepsItsDoublePrecision() {
        Minutes minutes = new Minutes(0.95, 10);
        minutes.add(85_899_345_921.5);

        assertThat(minutes.percentile()).isEqualTo(85_899_345_921.5);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 19, 20, 21, 39, 40, 99, 100, 1000})
    void thePercentileIsTheSameHoweverManyMinutesThereCouldBe(int count) {
        int[] values = IntStream.range(0, count).map((i) -> (i * 7919) % 1009).toArray();
        double expected = IntStream.of(values).sorted().toArray()[(int) Math.ceil(0.95 * count) - 1];
        for (int atMost : new int[] {count, count + 1, 5 * count, 43_200}) {
            Minutes minutes = new Minutes(0.95, atMost);
            IntStream.of(values).forEach(minutes::add);
            minutes.add(Double.NaN);

            assertThat(minutes.percentile()).isEqualTo(expected);
        }
    }

    @Test
    void withoutAMeanThereIsNoPercentile() {
        assertThat(new Minutes(0.95, 10).percentile()).isNaN();
    }
}
