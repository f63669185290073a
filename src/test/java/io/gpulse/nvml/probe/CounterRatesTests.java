package io.gpulse.nvml.probe;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpulse.metric.Metric;
import io.gpulse.metric.NvmlField;
import io.gpulse.metric.Probe;
import io.gpulse.metric.Reading;
import io.gpulse.metric.Reason;
import io.gpulse.metric.Scale;
import io.gpulse.metric.UnitConversion;
import org.junit.jupiter.api.Test;

class CounterRatesTests {

    private static final Probe COUNTER = Probe.field(NvmlField.PCIE_COUNT_RX_BYTES);
    private static final UnitConversion BYTES = new UnitConversion(Metric.PCIE_RX.spec(), Scale.ONE);
    private static final UnitConversion SHARE = new UnitConversion(Metric.SHARE_BY_POWER_CAP.spec(), new Scale(1, 1e7));
    private static final double GIGABYTE_PER_SECOND = 1e9;
    private static final long SECOND = 1_000_000_000L;

    private final CounterRates rates = new CounterRates(new CounterBaselines());

    @Test
    void theFirstRoundHasNoRate() {
        assertThat(wide(1000, 0, 5 * SECOND)).isEqualTo(Reading.absent(Reason.NO_DATA));
    }

    @Test
    void aRateIsTheGainPerSecondOfElapsedTime() {
        wide(1000, 0, 5 * SECOND);

        assertThat(wide(4000, 0, 7 * SECOND).number()).hasValue(1500);
    }

    @Test
    void theDriversClockIsUsedForTheTimeOfACount() {
        wide(1000, 10_000_000, 5 * SECOND);

        assertThat(wide(4000, 11_500_000, 6 * SECOND).number()).hasValue(2000);
    }

    @Test
    void aClockOfTheDriverThatWasSetIsNotUsed() {
        wide(1000, 10_000_000, 5 * SECOND);
        assertThat(wide(4000, 3_610_000_000L, 6 * SECOND).number()).hasValue(3000);

        assertThat(wide(7000, 12_000_000, 7 * SECOND).number()).hasValue(3000);
    }

    @Test
    void aReloadedDriverCountsFromZero() {
        wide(1_000_000, 0, 5 * SECOND);

        assertThat(wide(500, 0, 6 * SECOND)).isEqualTo(Reading.absent(Reason.NO_DATA));
        assertThat(wide(800, 0, 7 * SECOND).number()).hasValue(300);
    }

    @Test
    void aCounterBeyondTheSignBitKeepsCounting() {
        wide(Long.MAX_VALUE, 0, 5 * SECOND);

        assertThat(wide(Long.MAX_VALUE + 4000, 0, 6 * SECOND).number()).hasValue(4000);
    }

    @Test
    void aNarrowCounterWrapsOnce() {
        narrow(0xffff_ff00L, 5 * SECOND, GIGABYTE_PER_SECOND);

        assertThat(narrow(0x100, 6 * SECOND, GIGABYTE_PER_SECOND).number()).hasValue(512);
    }

    @Test
    void aNarrowCounterThatMayHaveWrappedTwiceIsUnknown() {
        narrow(1000, 5 * SECOND, GIGABYTE_PER_SECOND);

        assertThat(narrow(2000, 9 * SECOND, GIGABYTE_PER_SECOND)).isEqualTo(Reading.absent(Reason.NOT_SUPPORTED));
    }

    @Test
    void aNarrowCounterOfALinkOfUnknownBandwidthIsUnknown() {
        narrow(1000, 5 * SECOND, Double.POSITIVE_INFINITY);

        assertThat(narrow(2000, 6 * SECOND, Double.POSITIVE_INFINITY)).isEqualTo(Reading.absent(Reason.NOT_SUPPORTED));
    }

    @Test
    void twoAnswersAtOneMomentHaveNoRate() {
        wide(1000, 0, 5 * SECOND);

        assertThat(wide(2000, 0, 5 * SECOND)).isEqualTo(Reading.absent(Reason.NO_DATA));
    }

    @Test
    void aShareIsPercentOfTheTime() {
        share(0, 5 * SECOND);

        assertThat(share(250_000_000, 6 * SECOND).number()).hasValue(25);
    }

    @Test
    void slightlyMoreThanTheElapsedTimeIsAllOfItAndMuchMoreAnError() {
        share(0, 5 * SECOND);

        assertThat(share(1_040_000_000, 6 * SECOND).number()).hasValue(100);
        assertThat(share(3_040_000_000L, 7 * SECOND)).isEqualTo(Reading.absent(Reason.IMPLAUSIBLE));
    }

    @Test
    void aCounterOfTimeCannotGainMoreThanTheTime() {
        long days = 127 * 86_400 * SECOND;

        assertThat(ahead(5 * SECOND, 5 * SECOND)).isFalse();
        assertThat(ahead(days, 15 * SECOND)).isTrue();
        assertThat(ahead(8 * SECOND, 25 * SECOND)).isFalse();
        assertThat(ahead(19 * SECOND, 35 * SECOND)).as("one second late").isFalse();
    }

    @Test
    void aCounterOfTimeThatStaysAheadIsBelieved() {
        ahead(5 * SECOND, 5 * SECOND);

        assertThat(ahead(500 * SECOND, 15 * SECOND)).isTrue();
        assertThat(ahead(510 * SECOND, 25 * SECOND)).isFalse();
    }

    @Test
    void aCounterThatJumpsUpAndBackContinuesFromItsEarlierValue() {
        wide(1000, 0, 5 * SECOND);

        assertThat(wide(-2L, 0, 6 * SECOND)).isEqualTo(Reading.absent(Reason.IMPLAUSIBLE));
        assertThat(wide(5000, 0, 7 * SECOND).number()).hasValue(2000);
        assertThat(wide(6000, 0, 8 * SECOND).number()).hasValue(1000);
    }

    @Test
    void aCounterThatDropsForOneReadingContinuesFromItsEarlierValue() {
        wide(1_000_000, 0, 5 * SECOND);

        assertThat(wide(0, 0, 6 * SECOND)).isEqualTo(Reading.absent(Reason.NO_DATA));
        assertThat(wide(1_002_000, 0, 7 * SECOND).number()).hasValue(1000);
    }

    @Test
    void aNarrowCounterThatJumpedHasNoRateUntilItIsReadTwiceAgain() {
        double most = 1e6;
        narrow(1000, 5 * SECOND, most);

        assertThat(narrow(0xffff_ffffL, 6 * SECOND, most).numberOr(0)).isGreaterThan(most);
        assertThat(narrow(3000, 7 * SECOND, most)).isEqualTo(Reading.absent(Reason.NO_DATA));
        assertThat(narrow(4000, 8 * SECOND, most).number()).hasValue(1000);
    }

    @Test
    void baselinesOfWideCountersOutliveASessionAndThoseOfNarrowOnesDoNot() {
        CounterBaselines baselines = new CounterBaselines();
        CounterRates before = new CounterRates(baselines);
        before.perSecond(COUNTER, new CounterValue(1000, 64, 0, 5 * SECOND), BYTES, GIGABYTE_PER_SECOND);
        before.perSecond(
                Probe.field(NvmlField.PCIE_COUNT_TX_BYTES),
                new CounterValue(1000, 32, 0, 5 * SECOND),
                BYTES,
                GIGABYTE_PER_SECOND);

        CounterRates after = new CounterRates(baselines);

        assertThat(after.perSecond(COUNTER, new CounterValue(3000, 64, 0, 6 * SECOND), BYTES, GIGABYTE_PER_SECOND)
                        .number())
                .hasValue(2000);
        CounterValue narrow = new CounterValue(3000, 32, 0, 6 * SECOND);
        assertThat(after.perSecond(Probe.field(NvmlField.PCIE_COUNT_TX_BYTES), narrow, BYTES, GIGABYTE_PER_SECOND))
                .isEqualTo(Reading.absent(Reason.NO_DATA));
    }

    private boolean ahead(long raw, long nanos) {
        UnitConversion seconds = new UnitConversion(Metric.HELD_BACK_BY_POWER_CAP.spec(), new Scale(1, 1e9));
        return this.rates.isAhead(
                Probe.field(NvmlField.CLOCKS_EVENT_REASON_SW_POWER_CAP), new CounterValue(raw, 64, 0, nanos), seconds);
    }

    private Reading wide(long raw, long micros, long nanos) {
        return this.rates.perSecond(COUNTER, new CounterValue(raw, 64, micros, nanos), BYTES, GIGABYTE_PER_SECOND);
    }

    private Reading narrow(long raw, long nanos, double most) {
        return this.rates.perSecond(COUNTER, new CounterValue(raw, 32, 0, nanos), BYTES, most);
    }

    private Reading share(long raw, long nanos) {
        return this.rates.perSecond(COUNTER, new CounterValue(raw, 64, 0, nanos), SHARE, Double.POSITIVE_INFINITY);
    }
}
