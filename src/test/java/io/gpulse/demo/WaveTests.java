package io.gpulse.demo;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class WaveTests {

    static Stream<Wave> waves() {
        Wave steps = new Steps(1.8, 0.12, 0.56, 0.7);
        return Stream.of(
                Wave.steady(3),
                Wave.sine(2, 5).plus(4),
                steps,
                steps.later(0.3),
                steps.times(434).plus(133).plus(Wave.sine(0.6, 0.9)));
    }

    @ParameterizedTest
    @MethodSource("waves")
    void theAreaIsWhatItsValuesAddUpTo(Wave wave) {
        double step = 0.001;

        double sum = IntStream.range(0, 7_300)
                .mapToDouble((i) -> wave.at(1_000_000 + (i + 0.5) * step) * step)
                .sum();

        assertThat(wave.area(1_000_007.3) - wave.area(1_000_000)).isCloseTo(sum, within(sum * 1e-4));
    }
}
