package io.gpulse.device;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class CounterTests {

    private final Counter counter = new Counter();

    /** Returns the amounts of samples that are 10 s apart. */
    private List<Double> amounts(double... values) {
        return IntStream.range(0, values.length)
                .mapToObj((place) -> add(values[place], 10L * place).amount())
                .toList();
    }

    private Counter.Gain add(double value, long seconds) {
        return this.counter.add(value, TimeUnit.SECONDS.toNanos(seconds));
    }

    @Test
    void theFirstValueIsNoGain() {
        assertThat(amounts(505, 505, 508)).containsExactly(0.0, 0.0, 3.0);
    }

    @Test
    void aCounterThatIsLowerInOneSampleGainsNothing() {
        assertThat(amounts(5, 0, 5)).containsExactly(0.0, 0.0, 0.0);
        assertThat(this.counter.last()).isEqualTo(5);
    }

    @Test
    void whatACounterGainsWhileOneSampleIsWrongIsCounted() {
        assertThat(amounts(5, 0, 7, 8)).containsExactly(0.0, 0.0, 2.0, 1.0);
    }

    @Test
    void aCounterThatRestartedHasGainedItsValue() {
        assertThat(amounts(5, 2, 3, 4)).containsExactly(0.0, 0.0, 3.0, 1.0);
        assertThat(this.counter.last()).isEqualTo(4);
    }

    @Test
    void aCounterThatIsBackAfterALongTimeHasCountedAsFarAgain() {
        add(5, 0);
        add(0, 10);

        assertThat(add(6, 86_400).amount()).isEqualTo(6);
    }

    @Test
    void aCounterThatFallsTwiceIsStillInDoubt() {
        assertThat(amounts(500, 300, 100, 110)).containsExactly(0.0, 0.0, 0.0, 110.0);
    }

    @Test
    void theLongestIntervalLeavesTimeToDecide() {
        add(500, 0);
        add(0, 60);

        assertThat(add(500, 120).amount()).isZero();
    }

    @Test
    void theSameSampleDecidesNothing() {
        add(5, 0);
        add(0, 10);
        assertThat(add(0, 10).amount()).isZero();

        assertThat(add(5, 20).amount()).isZero();
    }

    @Test
    void theRateIsThatOfTheTimeSinceTheSampleThatItIsComparedWith() {
        assertThat(add(100, 0).perSecond()).isNaN();
        assertThat(add(150, 10).perSecond()).isEqualTo(5);

        assertThat(add(3, 20).perSecond()).isNaN();
        assertThat(add(250, 30).perSecond()).isEqualTo(5);

        assertThat(add(20, 40).perSecond()).isNaN();
        assertThat(add(50, 50).perSecond()).isEqualTo(3);
        assertThat(add(60, 50).perSecond()).isNaN();
    }

    @Test
    void aCounterThatNeverRestartsQuietlyIsBackAfterAnyTime() {
        Counter always = new Counter(Counter.EVER);
        always.add(10_000, 0);
        always.add(0, TimeUnit.SECONDS.toNanos(10));

        assertThat(always.add(10_006, TimeUnit.DAYS.toNanos(1)).amount()).isEqualTo(6);
    }

    @Test
    void aGainInDoubtIsComparedWithTheSampleBefore() {
        add(1000, 0);
        assertThat(add(90_000, 10).later()).isEqualTo(89_000);
        this.counter.doubt();

        assertThat(add(1500, 20).perSecond()).isEqualTo(25);
        assertThat(add(1600, 30).perSecond()).isEqualTo(10);
    }

    @Test
    void aCounterThatStaysAfterAGainInDoubtContinuesFromThere() {
        add(1000, 0);
        add(90_000, 10);
        this.counter.doubt();

        assertThat(add(90_100, 20).perSecond()).isEqualTo(10);
        assertThat(add(500, 30).isKnown()).isFalse();
    }

    @Test
    void allOf64BitsAreCompared() {
        this.counter.addUnsigned(Long.MAX_VALUE, 0);
        assertThat(this.counter
                        .addUnsigned(Long.MAX_VALUE + 4001, 1_000_000_000L)
                        .perSecond())
                .isEqualTo(4001);

        assertThat(this.counter.addUnsigned(7, 2_000_000_000L).isKnown()).isFalse();
        assertThat(this.counter.addUnsigned(10, 3_000_000_000L).later()).isEqualTo(3);
        assertThat(this.counter.last()).isEqualTo(10);
    }
}
