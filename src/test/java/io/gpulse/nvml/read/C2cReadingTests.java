package io.gpulse.nvml.read;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpulse.device.Readings;
import io.gpulse.metric.Cadence;
import io.gpulse.metric.Metric;
import io.gpulse.metric.Reading;
import io.gpulse.metric.Reason;
import io.gpulse.nvml.library.NvmlReturn;
import java.util.EnumSet;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Figures of the chip-to-chip links of a GPU, which are read with the link as the scope of the field. */
class C2cReadingTests {

    private static final String FIELDS = "nvmlDeviceGetFieldValues";
    private static final Reading NO_DATA = Reading.absent(Reason.NO_DATA);
    private static final Reading NOT_SUPPORTED = Reading.absent(Reason.NOT_SUPPORTED);
    private static final int COUNT = 170;
    private static final int STATUS = 171;
    private static final int SPEED = 172;
    private static final int PCIE_BYTES = 198;
    private static final int REPLAYS = 232;
    private static final int POWER = 234;

    private static final List<Metric> OF_ALL_LINKS = List.of(
            Metric.C2C_LINKS_UP,
            Metric.C2C_BANDWIDTH_MAX,
            Metric.C2C_POWER_STATE,
            Metric.C2C_CRC,
            Metric.C2C_REPLAYS,
            Metric.C2C_REPLAYS_IN_SUCCESSION);

    private final ScriptedCalls driver = new ScriptedCalls();
    private final DeviceReader reader = this.driver.reader();

    static Stream<Metric> rows() {
        return OF_ALL_LINKS.stream();
    }

    @Test
    void theLinksThatAreUpAreCountedAndTheirSpeedsAdded() {
        links(3).reports(STATUS, 1, 1, 1).reports(SPEED, 44_712, 44_712, 44_000);

        Readings now = read();

        assertThat(now.number(Metric.C2C_LINKS_UP)).hasValue(3);
        assertThat(now.number(Metric.C2C_BANDWIDTH_MAX)).hasValue(133_424e6);
    }

    @Test
    void anInactiveLinkHasNoSpeedAndNoPowerStateButErrors() {
        links(2).reports(STATUS, 1, 0)
                .reports(SPEED, 44_712)
                .reports(POWER, 0, 1)
                .reports(REPLAYS, 5L, 7L);

        Readings now = read();

        assertThat(now.number(Metric.C2C_LINKS_UP)).hasValue(1);
        assertThat(now.number(Metric.C2C_BANDWIDTH_MAX)).hasValue(44_712e6);
        assertThat(now.of(Metric.C2C_POWER_STATE)).contains(new Reading.State(0, "Full Power"));
        assertThat(now.number(Metric.C2C_REPLAYS)).hasValue(12);
    }

    @Test
    void withoutAnActiveLinkNoneIsUpAndThereIsNoSpeedUntilOneIs() {
        links(2).reports(STATUS, 0, 0);
        Readings before = read();
        reports(STATUS, 0, 1);
        this.driver.answers(field(SPEED, 1), 44_712);

        Readings now = read();

        assertThat(before.number(Metric.C2C_LINKS_UP)).hasValue(0);
        assertThat(before.of(Metric.C2C_BANDWIDTH_MAX)).contains(NO_DATA);
        assertThat(before.of(Metric.C2C_POWER_STATE)).contains(NO_DATA);
        assertThat(now.number(Metric.C2C_BANDWIDTH_MAX)).hasValue(44_712e6);
    }

    @Test
    void oneLinkThatSavesPowerIsReported() {
        links(3).reports(STATUS, 1, 1, 1).reports(POWER, 0, 1, 0);

        assertThat(read().of(Metric.C2C_POWER_STATE)).contains(new Reading.State(1, "Low Power"));
    }

    @ParameterizedTest
    @EnumSource(
            value = NvmlReturn.class,
            names = {"NOT_SUPPORTED", "UNKNOWN", "NO_PERMISSION"})
    void aSumWithoutOneOfTheLinksIsAbsent(NvmlReturn code) {
        links(3).reports(STATUS, 1, 1).reports(SPEED, 44_712, 44_712, 44_712).reports(REPLAYS, 5L, 7L);
        this.driver.refuses(field(STATUS, 2), code).refuses(field(REPLAYS, 2), code);

        Readings now = read();

        assertThat(now.of(Metric.C2C_LINKS_UP)).contains(Reading.absent(code.reason()));
        assertThat(now.of(Metric.C2C_BANDWIDTH_MAX)).contains(Reading.absent(code.reason()));
        assertThat(now.of(Metric.C2C_REPLAYS)).contains(Reading.absent(code.reason()));
    }

    @Test
    void aLinkThatIsReportedAgainCompletesTheSum() {
        links(2).reports(REPLAYS, 5L);
        Readings before = read();
        reports(REPLAYS, 5L, 7L);

        assertThat(before.of(Metric.C2C_REPLAYS)).contains(NOT_SUPPORTED);
        assertThat(read().number(Metric.C2C_REPLAYS)).hasValue(12);
    }

    @Test
    void aStatusThatIsNeitherUpNorDownIsImplausible() {
        links(2).reports(STATUS, 1, 2).reports(SPEED, 44_712, 44_712);

        Readings now = read();

        assertThat(now.of(Metric.C2C_LINKS_UP)).contains(Reading.absent(Reason.IMPLAUSIBLE));
        assertThat(now.of(Metric.C2C_BANDWIDTH_MAX)).contains(Reading.absent(Reason.IMPLAUSIBLE));
    }

    @Test
    void aDriverThatDoesNotKnowTheErrorsIsTooOld() {
        links(1).reports(STATUS, 1);
        this.driver.refuses(field(REPLAYS, 0), NvmlReturn.INVALID_ARGUMENT);

        Readings now = read();

        assertThat(now.of(Metric.C2C_REPLAYS)).contains(Reading.absent(Reason.DRIVER_TOO_OLD));
        assertThat(now.number(Metric.C2C_LINKS_UP)).hasValue(1);
    }

    @ParameterizedTest
    @MethodSource("rows")
    void aGpuWithoutLinksHasNoneOfTheRows(Metric row) {
        links(0).reports(STATUS, 1);

        assertThat(read().of(row)).contains(NOT_SUPPORTED);
    }

    @ParameterizedTest
    @MethodSource("rows")
    void theRowsAreAbsentAsTheNumberOfLinksIs(Metric row) {
        this.driver.refuses(field(COUNT, 0), NvmlReturn.NO_PERMISSION);

        assertThat(read().of(row)).contains(Reading.absent(Reason.NO_PERMISSION));
    }

    @Test
    void allLinksAreReadInOneCallAndOnlyWhereThereAreSome() {
        links(0);
        read();
        long without = this.driver.times(FIELDS);
        links(2).reports(STATUS, 1, 1);
        DeviceReader other = this.driver.reader();

        other.read(EnumSet.allOf(Cadence.class));

        assertThat(this.driver.times(FIELDS)).isEqualTo(2 * without + 1);
        assertThat(this.driver.batch).hasSize(2 * OF_ALL_LINKS.size()).contains(field(STATUS, 0), field(POWER, 1));
    }

    @Test
    void aFastRoundReadsNoneOfThem() {
        links(2).reports(STATUS, 1, 1).reports(PCIE_BYTES, 1L);
        read();

        Readings fast = this.reader.read(EnumSet.of(Cadence.FAST)).readings();

        assertThat(OF_ALL_LINKS).allMatch((row) -> fast.of(row).isEmpty());
        assertThat(this.driver.batch).containsExactly(field(PCIE_BYTES, 0));
    }

    private C2cReadingTests links(int count) {
        this.driver.answers(field(COUNT, 0), count);
        return this;
    }

    private C2cReadingTests reports(int id, Number... ofLinks) {
        for (int link = 0; link < ofLinks.length; link++) {
            this.driver.answers(field(id, link), ofLinks[link]);
        }
        return this;
    }

    private Readings read() {
        return this.reader.read(EnumSet.allOf(Cadence.class)).readings();
    }

    private static String field(int id, int link) {
        return FIELDS + "[" + id + (link == 0 ? "]" : "," + link + "]");
    }
}
