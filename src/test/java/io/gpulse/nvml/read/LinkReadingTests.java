package io.gpulse.nvml.read;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpulse.device.GpuReadings;
import io.gpulse.device.LinkSample;
import io.gpulse.device.Readings;
import io.gpulse.metric.Cadence;
import io.gpulse.metric.Metric;
import io.gpulse.metric.Reading;
import io.gpulse.metric.Reason;
import io.gpulse.nvml.library.NvmlReturn;
import java.time.Duration;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The traffic and the bandwidth of PCIe and NVLink. */
class LinkReadingTests {

    private static final Set<Cadence> ALL = EnumSet.allOf(Cadence.class);
    private static final Set<Cadence> FAST = EnumSet.of(Cadence.FAST);
    private static final String FIELDS = "nvmlDeviceGetFieldValues";

    private final ScriptedCalls driver = new ScriptedCalls()
            .answers("nvmlDeviceGetMaxPcieLinkGeneration", 5)
            .answers("nvmlDeviceGetMaxPcieLinkWidth", 16)
            .answers("nvmlDeviceGetCurrPcieLinkGeneration", 5)
            .answers("nvmlDeviceGetCurrPcieLinkWidth", 8);

    private final DeviceReader reader = this.driver.reader();

    @Test
    void aLinkThatIsNarrowerThanItCouldBeCarriesHalf() {
        Readings readings = read(ALL).own();

        assertThat(readings.number(Metric.PCIE_BANDWIDTH_MAX)).hasValue(63_015_384_615.0);
        assertThat(readings.number(Metric.PCIE_BANDWIDTH_CURRENT)).hasValue(31_507_692_308.0);
    }

    @Test
    void aGenerationThatIsNotKnownYetHasNoBandwidth() {
        this.driver.answers("nvmlDeviceGetMaxPcieLinkGeneration", 9);

        assertThat(read(ALL).own().of(Metric.PCIE_BANDWIDTH_MAX)).contains(Reading.absent(Reason.NO_DATA));
    }

    @Test
    void pcieTrafficComesFromThePerformanceMonitorIfThereIsOne() {
        monitor().answers("nvmlGpmMetricsGet[20]", 1.0).answers("nvmlGpmMetricsGet[21]", 2.0);
        read(ALL);
        this.driver.passes(Duration.ofSeconds(1));

        assertThat(read(FAST).own().number(Metric.PCIE_RX)).hasValue(2 * 1_048_576);
        assertThat(this.driver.times("nvmlDeviceGetPcieThroughput")).isZero();
    }

    @Test
    void pcieTrafficComesFromAWideCounterElsewhere() {
        this.driver.answers(FIELDS + "[198]", 1_000_000L).answers("nvmlDeviceGetPcieThroughput(1)", 7);
        assertThat(read(ALL).own().of(Metric.PCIE_RX)).contains(Reading.absent(Reason.NO_DATA));
        this.driver.answers(FIELDS + "[198]", 5_000_000L).passes(Duration.ofSeconds(2));

        assertThat(read(FAST).own().number(Metric.PCIE_RX)).hasValue(2_000_000);
        assertThat(this.driver.times("nvmlDeviceGetPcieThroughput"))
                .as("once in vain for the other direction")
                .isEqualTo(1);
    }

    @Test
    void theSlowCallReplacesANarrowCounterOfAFastLink() {
        this.driver.answers(FIELDS + "[198]", 1_000_000).answers("nvmlDeviceGetPcieThroughput(1)", 350);
        read(ALL);
        this.driver.passes(Duration.ofSeconds(1));

        assertThat(read(FAST).own().number(Metric.PCIE_RX)).hasValue(350_000);
    }

    @Test
    void moreThanALinkCanCarryIsAnErrorAndNotShown() {
        this.driver.answers(FIELDS + "[198]", 0L);
        read(ALL);
        this.driver.answers(FIELDS + "[198]", 70_000_000_000L).passes(Duration.ofSeconds(1));

        assertThat(read(FAST).own().of(Metric.PCIE_RX)).contains(Reading.absent(Reason.ERROR));

        this.driver.answers(FIELDS + "[198]", 71_000_000_000L).passes(Duration.ofSeconds(1));
        assertThat(read(FAST).own().number(Metric.PCIE_RX)).hasValue(1_000_000_000);
    }

    @Test
    void everyLinkHasItsTrafficAndTheGpuTheirSum() {
        links(2).counts(0, 100, 1000).counts(1, 200, 2000);
        read(ALL);
        this.driver.passes(Duration.ofSeconds(1));
        counts(0, 110, 1030).counts(1, 240, 2070);

        GpuReadings now = read(FAST);

        assertThat(now.links()).hasSize(2);
        assertThat(now.links().get(1).link()).isEqualTo(1);
        assertThat(now.links().get(0).readings().number(Metric.LINK_TX)).hasValue(10 * 1024);
        assertThat(now.links().get(1).readings().number(Metric.LINK_RX)).hasValue(70 * 1024);
        assertThat(now.own().number(Metric.NVLINK_TX)).hasValue(50 * 1024);
        assertThat(now.own().number(Metric.NVLINK_RX)).hasValue(100 * 1024);
        assertThat(now.links().get(1).readings().number(Metric.LINK_RX_TOTAL)).hasValue(2070 * 1024);
    }

    @Test
    void aNewerGenerationOfLinksCountsBytes() {
        links(1);
        this.driver.answers(FIELDS + "[202]", 1000L).answers(FIELDS + "[204]", 5000L);
        read(ALL);
        this.driver.passes(Duration.ofSeconds(1));
        this.driver.answers(FIELDS + "[202]", 1700L).answers(FIELDS + "[204]", 5900L);

        Readings link = read(FAST).links().get(0).readings();

        assertThat(link.number(Metric.LINK_TX)).hasValue(700);
        assertThat(link.number(Metric.LINK_RX)).hasValue(900);
    }

    @Test
    void aLinkThatIsDownHasNoReadingsAndIsLeftOutOfTheSum() {
        links(2).counts(0, 100, 1000).counts(1, 0, 0);
        this.driver.answers("nvmlDeviceGetNvLinkState(1)", 0);
        read(ALL);
        this.driver.passes(Duration.ofSeconds(1));
        counts(0, 110, 1030);

        GpuReadings now = read(ALL);

        assertThat(now.own().number(Metric.NVLINK_LINKS)).hasValue(2);
        assertThat(now.own().number(Metric.NVLINK_LINKS_UP)).hasValue(1);
        assertThat(now.own().number(Metric.NVLINK_BANDWIDTH_MAX)).hasValue(26_562e6);
        assertThat(now.own().number(Metric.NVLINK_TX)).hasValue(10 * 1024);
        assertThat(now.links().get(1).readings().word(Metric.LINK_STATE)).contains("Not Active");
        assertThat(now.links().get(1).readings().of(Metric.LINK_TX)).contains(Reading.absent(Reason.NO_DATA));
    }

    @Test
    void linksThatAreUpAreCountedWhateverTheirState() {
        links(3);
        this.driver
                .answers("nvmlDeviceGetNvLinkState(0)", 3)
                .answers("nvmlDeviceGetNvLinkState(1)", 0)
                .answers("nvmlDeviceGetNvLinkState(2)", 1);

        assertThat(read(ALL).own().number(Metric.NVLINK_LINKS_UP)).hasValue(2);
    }

    @Test
    void aSumThatLacksOneLinkIsNoSum() {
        links(2).counts(0, 100, 1000).counts(1, 200, 2000);
        read(ALL);
        this.driver.passes(Duration.ofSeconds(1));
        counts(0, 110, 1030).counts(1, 5, 5);

        assertThat(read(FAST).own().of(Metric.NVLINK_TX)).contains(Reading.absent(Reason.NO_DATA));
    }

    @Test
    void moreThanOneLinkCanCarryIsAnError() {
        links(1).counts(0, 0, 0);
        read(ALL);
        this.driver.passes(Duration.ofSeconds(1));
        counts(0, 40_000_000, 10);

        Readings link = read(FAST).links().get(0).readings();

        assertThat(link.of(Metric.LINK_TX)).contains(Reading.absent(Reason.ERROR));
        assertThat(link.number(Metric.LINK_RX)).hasValue(10 * 1024);
    }

    @Test
    void aLinkHasItsVersionUnlessTheDriverDoesNotKnowIt() {
        links(2);
        this.driver.answers(field(166, 0), 6).answers(field(166, 1), 0);

        List<LinkSample> links = read(ALL).links();

        assertThat(links.get(0).readings().of(Metric.LINK_VERSION)).contains(new Reading.Text("4.0"));
        assertThat(links.get(1).readings().of(Metric.LINK_VERSION)).contains(Reading.absent(Reason.NO_DATA));
    }

    @Test
    void linksOfAnOlderDriverAreCountedOneByOne() {
        this.driver.answers("nvmlDeviceGetNvLinkState(0)", 1).answers("nvmlDeviceGetNvLinkState(1)", 1);

        assertThat(read(ALL).links()).hasSize(2);
    }

    @Test
    void aGpuWithoutLinksHasNoTrafficOverThem() {
        GpuReadings now = read(ALL);

        assertThat(now.links()).isEmpty();
        assertThat(now.own().of(Metric.NVLINK_RX)).contains(Reading.absent(Reason.NOT_SUPPORTED));
        assertThat(now.own().of(Metric.NVLINK_LINKS_UP)).contains(Reading.absent(Reason.NOT_SUPPORTED));
    }

    @Test
    void aLastingRefusalOfLinksIsNotReadAgain() {
        links(1).counts(0, 100, 1000);
        read(ALL);
        read(ALL);
        long before = this.driver.times("nvmlDeviceGetNvLinkErrorCounter");

        read(ALL);

        assertThat(this.driver.times("nvmlDeviceGetNvLinkErrorCounter")).isEqualTo(before);
    }

    private LinkReadingTests links(int count) {
        this.driver.answers(FIELDS + "[91]", count);
        for (int link = 0; link < count; link++) {
            this.driver.answers("nvmlDeviceGetNvLinkState(" + link + ")", 1).answers(field(164, link), 26_562);
        }
        return this;
    }

    /** Converts to KiB, the driver's unit. */
    private LinkReadingTests counts(int link, long sent, long received) {
        this.driver.answers(field(138, link), sent).answers(field(139, link), received);
        return this;
    }

    private static String field(int id, int link) {
        return FIELDS + (link == 0 ? "[" + id + "]" : "[" + id + "," + link + "]");
    }

    private ScriptedCalls monitor() {
        return this.driver
                .answers("nvmlGpmQueryDeviceSupport.isSupportedDevice", 1)
                .answers("nvmlGpmSampleAlloc", 77L)
                .succeeds("nvmlGpmSampleGet");
    }

    private GpuReadings read(Set<Cadence> due) {
        return this.reader.read(due).known();
    }

    @ParameterizedTest
    @EnumSource(
            value = NvmlReturn.class,
            names = {"TIMEOUT", "UNKNOWN", "IN_USE"})
    void linksThatTheDriverFailsToCountForNowAreCountedAgain(NvmlReturn failure) {
        this.driver.answers("nvmlDeviceGetNvLinkState(0)", 1).answers("nvmlDeviceGetNvLinkState(1)", 1);
        this.driver.refuses("nvmlDeviceGetNvLinkState", failure);
        assertThat(read(ALL).links()).isEmpty();
        this.driver.forgetsCodeOf("nvmlDeviceGetNvLinkState");

        assertThat(read(FAST).links()).isEmpty();
        assertThat(read(EnumSet.of(Cadence.FAST, Cadence.SLOW)).links()).hasSize(2);
        assertThat(read(FAST).links()).hasSize(2);
    }
}
