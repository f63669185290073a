package io.gpulse.demo;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class SignalTests {

    private static final Trace BEAT =
            new TraceBuilder(0).to(1, 0.2).stay(0.8).to(0, 0.25).stay(0.55).trace();

    static Stream<Signal> waves() {
        return Stream.of(
                Signal.steady(3),
                Signal.sine(2, 5).plus(4),
                BEAT,
                BEAT.later(0.3),
                BEAT.times(434).plus(133).plus(Signal.sine(0.6, 0.9)),
                Training.activity(),
                Inference.first(),
                Inference.second());
    }

    @ParameterizedTest
    @MethodSource("waves")
    void theAreaEqualsTheSumOfTheValues(Signal wave) {
        double step = 0.001;

        double sum = IntStream.range(0, 307_300)
                .mapToDouble((i) -> wave.at(1_000_000 + (i + 0.5) * step) * step)
                .sum();

        assertThat(wave.area(1_000_307.3) - wave.area(1_000_000)).isCloseTo(sum, within(sum * 1e-4));
    }

    @ParameterizedTest
    @ValueSource(doubles = {-3.6, 0, 1.8, 18_000_000})
    void aTraceBeginsAgainAtItsEnd(double start) {
        assertThat(BEAT.period()).isCloseTo(1.8, within(1e-12));
        assertThat(BEAT.at(start + 0.1)).isCloseTo(0.5, within(1e-6));
        assertThat(BEAT.at(start + 0.6)).isEqualTo(1);
        assertThat(BEAT.at(start + 1.5)).isZero();
        assertThat(BEAT.area(start + 1.8) - BEAT.area(start)).isCloseTo(1.025, within(1e-6));
    }

    @Test
    void theAreaBelowATraceThatIsNeverNegativeNeverShrinks() {
        double before = BEAT.area(-0.001);

        for (int i = 0; i < 20_000; i++) {
            double now = BEAT.area(i * 0.0009);
            assertThat(now).isGreaterThanOrEqualTo(before - 1e-12);
            before = now;
        }
    }
}
