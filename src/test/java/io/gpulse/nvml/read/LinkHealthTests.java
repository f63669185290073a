package io.gpulse.nvml.read;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpulse.device.GpuReadings;
import io.gpulse.device.Readings;
import io.gpulse.metric.Cadence;
import io.gpulse.metric.Metric;
import io.gpulse.metric.Reading;
import io.gpulse.metric.Reason;
import io.gpulse.nvml.library.NvmlReturn;
import java.time.Duration;
import java.util.EnumSet;
import java.util.Set;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The health of links of the fifth generation. */
class LinkHealthTests {

    private static final Set<Cadence> ALL = EnumSet.allOf(Cadence.class);
    private static final String FIELDS = "nvmlDeviceGetFieldValues";
    private static final Reading NO_DATA = Reading.absent(Reason.NO_DATA);
    private static final Reading NOT_SUPPORTED = Reading.absent(Reason.NOT_SUPPORTED);
    private static final int RECOVERIES = 215;
    private static final int FAILED = 214;
    private static final int SPEED = 164;
    private static final int EFFECTIVE_ERRORS = 219;
    private static final int EFFECTIVE_BER = 220;

    private final ScriptedCalls driver = new ScriptedCalls();
    private final DeviceReader reader = this.driver.reader();

    @Test
    void everyLinkHasItsRecoveriesAndTheGpuTheirSum() {
        links(3).reports(RECOVERIES, 505L, 0L, 2L);

        GpuReadings now = read();

        assertThat(link(now, 0).number(Metric.LINK_RECOVERIES_ALL)).hasValue(505);
        assertThat(link(now, 1).number(Metric.LINK_RECOVERIES_ALL)).hasValue(0);
        assertThat(now.own().number(Metric.NVLINK_RECOVERIES_ALL)).hasValue(507);
    }

    @ParameterizedTest
    @EnumSource(
            value = Metric.class,
            names = {"LINK_REPLAYS", "LINK_RECOVERIES", "LINK_CRC"})
    void countersOfOlderLinksThatTheDriverRefusesAreAbsent(Metric older) {
        links(1).reports(RECOVERIES, 505L);

        assertThat(link(read(), 0).of(older)).contains(NOT_SUPPORTED);
    }

    @Test
    void anOlderLinkRefusesEachNewerCounter() {
        links(1);

        GpuReadings now = read();

        assertThat(link(now, 0).of(Metric.LINK_RECOVERIES_ALL)).contains(NOT_SUPPORTED);
        assertThat(link(now, 0).of(Metric.LINK_EFFECTIVE_BER)).contains(NOT_SUPPORTED);
        assertThat(link(now, 0).of(Metric.LINK_EFFECTIVE_ERROR_RATE)).contains(NOT_SUPPORTED);
        assertThat(link(now, 0).of(Metric.LINK_FEC_HIGH)).contains(NOT_SUPPORTED);
        assertThat(now.own().of(Metric.NVLINK_RECOVERIES_ALL)).contains(NOT_SUPPORTED);
        assertThat(now.own().of(Metric.NVLINK_EFFECTIVE_BER)).contains(NOT_SUPPORTED);
    }

    @ParameterizedTest
    @CsvSource({"0xF10, 1.5e-15", "0x10F, 1e-15", "0x30C, 3e-12", "0x000, 0", "0xF09, 1.5e-8", "0xFFE, 1.5e-253"})
    void aBitErrorRatioIsItsMantissaAndItsExponent(String reported, double ratio) {
        links(1).reports(EFFECTIVE_BER, (long) Integer.decode(reported));

        assertThat(link(read(), 0).number(Metric.LINK_EFFECTIVE_BER)).hasValue(ratio);
    }

    @ParameterizedTest
    @ValueSource(longs = {0xfff, 0xffff_ffffL, -1})
    void aLinkWithoutABitErrorHasNoRatioNeitherNoneNorAll(long reported) {
        links(2).reports(EFFECTIVE_BER, reported, reported);

        GpuReadings now = read();

        assertThat(link(now, 0).of(Metric.LINK_EFFECTIVE_BER)).contains(NO_DATA);
        assertThat(now.own().of(Metric.NVLINK_EFFECTIVE_BER)).contains(NO_DATA);
        assertThat(Metric.LINK_EFFECTIVE_BER.spec().remedy(Reason.NO_DATA)).contains("measured no bit error");
    }

    @Test
    void theRatioOfTheGpuIsThatOfItsWorstLink() {
        links(4).reports(EFFECTIVE_BER, 0xfffL, 0x10fL, 0x30cL, 0xfffL);

        assertThat(read().own().number(Metric.NVLINK_EFFECTIVE_BER)).hasValue(3e-12);
    }

    @Test
    void aLinkOfUnknownValueMayBeTheWorst() {
        links(2).reports(EFFECTIVE_BER, 0x10fL);
        this.driver.refuses(field(EFFECTIVE_BER, 1), NvmlReturn.UNKNOWN);

        assertThat(read().own().of(Metric.NVLINK_EFFECTIVE_BER)).contains(Reading.absent(Reason.ERROR));
    }

    @ParameterizedTest
    @ValueSource(longs = {0xffff_ffffL, -1})
    void aCounterOfAllOnesIsNotKnown(long allOnes) {
        links(2).reports(EFFECTIVE_ERRORS, 5L, 7L);
        read();
        reports(EFFECTIVE_ERRORS, allOnes, 7L);
        this.driver.passes(Duration.ofSeconds(10));

        GpuReadings now = read();

        assertThat(link(now, 0).of(Metric.LINK_EFFECTIVE_ERRORS)).contains(NO_DATA);
        assertThat(link(now, 0).of(Metric.LINK_EFFECTIVE_ERROR_RATE)).contains(NO_DATA);
        assertThat(now.own().of(Metric.NVLINK_EFFECTIVE_ERRORS)).contains(NO_DATA);
    }

    @Test
    void errorsHaveARate() {
        links(2).reports(EFFECTIVE_ERRORS, 5L, 100L);
        assertThat(read().own().of(Metric.NVLINK_EFFECTIVE_ERROR_RATE)).contains(NO_DATA);
        reports(EFFECTIVE_ERRORS, 6L, 130L);
        this.driver.passes(Duration.ofSeconds(10));

        GpuReadings now = read();

        assertThat(link(now, 0).number(Metric.LINK_EFFECTIVE_ERROR_RATE)).hasValue(0.1);
        assertThat(now.own().number(Metric.NVLINK_EFFECTIVE_ERROR_RATE)).hasValue(3.1);
    }

    @Test
    void oneErrorAnHourIsARate() {
        links(1).reports(EFFECTIVE_ERRORS, 5L);
        read();
        reports(EFFECTIVE_ERRORS, 6L);
        this.driver.passes(Duration.ofHours(1));

        assertThat(link(read(), 0).number(Metric.LINK_EFFECTIVE_ERROR_RATE)).hasValue(1 / 3600.0);
    }

    @Test
    void aLinkThatFailedToRecoverReportsItWhileItIsDown() {
        links(2).reports(FAILED, 0L, 0L);
        read();
        down(1).reports(FAILED, 0L, 1L);

        GpuReadings now = read();

        assertThat(link(now, 1).number(Metric.LINK_RECOVERIES_FAILED)).hasValue(1);
        assertThat(now.own().number(Metric.NVLINK_RECOVERIES_FAILED)).hasValue(1);
        assertThat(link(now, 1).of(Metric.LINK_EFFECTIVE_BER)).contains(NO_DATA);
    }

    @Test
    void aRefusalOfALinkThatIsDownDoesNotLast() {
        links(2).down(1).reports(RECOVERIES, 3L);
        GpuReadings first = read();
        this.driver.answers("nvmlDeviceGetNvLinkState(1)", 1);
        reports(RECOVERIES, 3L, 4L);

        GpuReadings now = read();

        assertThat(link(first, 1).of(Metric.LINK_RECOVERIES_ALL)).contains(NO_DATA);
        assertThat(first.own().number(Metric.NVLINK_RECOVERIES_ALL)).hasValue(3);
        assertThat(now.own().number(Metric.NVLINK_RECOVERIES_ALL)).hasValue(7);
    }

    @Test
    void rowsOverLinksComeBackWithTheFirstLink() {
        links(2).down(0).down(1).reports(SPEED, 25_000, 25_000).reports(EFFECTIVE_BER, 0x30C, 0x10F);
        Readings before = read().own();
        links(2);

        Readings now = read().own();

        assertThat(before.number(Metric.NVLINK_LINKS_UP)).hasValue(0);
        assertThat(before.of(Metric.NVLINK_BANDWIDTH_MAX)).contains(NOT_SUPPORTED);
        assertThat(before.number(Metric.NVLINK_EFFECTIVE_BER)).isEmpty();
        assertThat(now.number(Metric.NVLINK_LINKS_UP)).hasValue(2);
        assertThat(now.number(Metric.NVLINK_BANDWIDTH_MAX)).hasValue(50e9);
        assertThat(now.number(Metric.NVLINK_EFFECTIVE_BER)).hasValue(3e-12);
    }

    @Test
    void aBitErrorRatioThatIsNoIntegerIsAnError() {
        links(1);
        this.driver.answers(field(EFFECTIVE_BER, 0), 1.5);

        assertThat(link(read(), 0).of(Metric.LINK_EFFECTIVE_BER)).contains(Reading.absent(Reason.ERROR));
    }

    @Test
    void aSumOfCountersDoesNotFallWithALink() {
        int packets = 203;
        links(2).reports(packets, 1000L, 500L);
        read();
        down(1).reports(packets, 1010L, 500L);

        GpuReadings now = read();

        assertThat(link(now, 1).of(Metric.LINK_RX_PACKETS)).contains(NO_DATA);
        assertThat(now.own().number(Metric.NVLINK_RX_PACKETS)).hasValue(1510);
    }

    @Test
    void codeWordsWithManyCorrectionsHaveAShare() {
        links(1);
        bins(1_000_000, 0);
        assertThat(link(read(), 0).of(Metric.LINK_FEC_HIGH)).contains(NO_DATA);
        bins(1_000_000 + 30, 1);

        GpuReadings now = read();

        assertThat(link(now, 0).number(Metric.LINK_FEC_0)).hasValue(1_000_030);
        assertThat(link(now, 0).number(Metric.LINK_FEC_15)).hasValue(1);
        assertThat(link(now, 0).number(Metric.LINK_FEC_HIGH)).hasValue(8 / 45.0);
        assertThat(now.own().number(Metric.NVLINK_FEC_HIGH)).hasValue(8 / 45.0);
        assertThat(link(read(), 0).of(Metric.LINK_FEC_HIGH))
                .as("nothing received")
                .contains(NO_DATA);
    }

    @Test
    void aBinThatWasResetHasNoShareOnce() {
        links(1);
        bins(1000, 5);
        read();
        bins(1010, 1);

        assertThat(link(read(), 0).of(Metric.LINK_FEC_HIGH)).contains(NO_DATA);

        bins(1010 + 15, 2);
        assertThat(link(read(), 0).number(Metric.LINK_FEC_HIGH)).hasValue(8 / 30.0);
    }

    @Test
    void physicalLayerRetryNeedsANewerDriver() {
        links(1).reports(294, 1000L).reports(295, 1L);

        assertThat(link(read(), 0).of(Metric.LINK_PLR_RETRIED)).contains(Reading.absent(Reason.DRIVER_TOO_OLD));
    }

    private LinkHealthTests links(int count) {
        this.driver.answers(FIELDS + "[91]", count);
        for (int link = 0; link < count; link++) {
            this.driver.answers("nvmlDeviceGetNvLinkState(" + link + ")", 1);
        }
        return this;
    }

    private LinkHealthTests down(int link) {
        this.driver.answers("nvmlDeviceGetNvLinkState(" + link + ")", 0);
        return this;
    }

    /** Sets the values of a field by link, from the first on. */
    private LinkHealthTests reports(int id, long... byLink) {
        for (int link = 0; link < byLink.length; link++) {
            this.driver.answers(field(id, link), byLink[link]);
        }
        return this;
    }

    /** Sets the code words of the only link: those without a correction, and those for each number of corrections. */
    private void bins(long clean, long corrected) {
        reports(235, clean);
        LongStream.rangeClosed(236, 250).forEach((id) -> reports((int) id, corrected));
    }

    private static String field(int id, int link) {
        return FIELDS + (link == 0 ? "[" + id + "]" : "[" + id + "," + link + "]");
    }

    private GpuReadings read() {
        return this.reader.read(ALL).known();
    }

    private static Readings link(GpuReadings gpu, int link) {
        return gpu.links().get(link).readings();
    }
}
