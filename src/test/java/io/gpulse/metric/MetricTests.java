package io.gpulse.metric;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeFalse;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

class MetricTests {

    private static final Path RECORDING = Path.of("../shared/captures/csv/h200-590.48.load.query-gpu.csv");

    private static final Path NEWER_RECORDING = Path.of("../shared/captures/csv/rtx4080s-595.71.load.query-gpu.csv");

    /** Properties that nvidia-smi had only before or after the drivers of the recordings. */
    private static final Pattern OF_OTHER_DRIVERS = Pattern.compile("(reset_status|bbx)\\..+");

    private static final Set<Scope> OF_THE_HOST = Set.of(Scope.HOST, Scope.HOST_PROCESS);

    static Stream<Metric> ofGpus() {
        return Metric.of(Scope.GPU).stream();
    }

    @Test
    void keysAndTitlesAreUnique() {
        assertThat(Arrays.stream(Metric.values()).map(Metric::key)).doesNotHaveDuplicates();
        assertThat(Arrays.stream(Metric.values()).map((metric) -> metric.spec().title()))
                .doesNotHaveDuplicates();
    }

    @ParameterizedTest
    @EnumSource
    void everyRowIsFoundByItsKeyAndHasAllTextsOfDocuments(Metric metric) {
        MetricSpec spec = metric.spec();

        assertThat(Metric.named(metric.key())).contains(metric);
        assertThat(spec.help()).endsWith(".").hasSizeGreaterThan(20);
        assertThat(spec.title()).isNotBlank().doesNotContain(".", "_");
        assertThat(spec.probes()).isNotEmpty();
        assertThat(spec.source()).matches("(nvml|/proc/).+");
        assertThat(spec.key().startsWith("host.")).isEqualTo(OF_THE_HOST.contains(spec.scope()));
        assertThat(spec.kind().isNumber() || spec.unit() == Unit.NONE).isTrue();
        for (Reason reason : Reason.values()) {
            assertThat(spec.remedy(reason)).endsWith(".");
        }
    }

    @Test
    void aRowsOwnRemedyWinsOverTheGeneralOne() {
        assertThat(Metric.ENERGY_TOTAL.spec().remedy(Reason.NOT_SUPPORTED)).isEqualTo("Needs Volta or newer.");
        assertThat(Metric.ENERGY_TOTAL.spec().remedy(Reason.DRIVER_TOO_OLD)).contains("newer NVIDIA driver");
    }

    @ParameterizedTest
    @MethodSource("ofGpus")
    void headersAreThoseThatNvidiaSmiPrints(Metric metric) throws IOException {
        assumeTrue(Files.exists(RECORDING), "the recordings are not here");
        assumeFalse(OF_OTHER_DRIVERS.matcher(metric.key()).matches(), "the recordings are of other drivers");
        List<String> headers = new ArrayList<>(headers(RECORDING));
        headers.addAll(headers(NEWER_RECORDING));

        if (!metric.spec().inNvidiaSmi()) {
            assertThat(headers).noneMatch((header) -> header.split(" ")[0].equals(metric.key()));
        } else {
            assertThat(headers).contains(metric.spec().header());
        }
    }

    private static List<String> headers(Path recording) throws IOException {
        return List.of(Files.readAllLines(recording).get(0).strip().split(", "));
    }

    @Test
    void anUnsignedNumberBeyondTheSignIsNotNegative() {
        assertThat(UnitConversion.unsigned(-2L)).isEqualTo(0x1p64);
        assertThat(Metric.MEMORY_TOTAL.spec().reading(-2L))
                .isInstanceOfSatisfying(
                        Reading.Absent.class,
                        (absent) -> assertThat(absent.raw()).isEqualTo("18446744073709551614"));
    }

    @Test
    void nonFiniteNumbersAreErrors() {
        assertThat(Metric.POWER_DRAW.spec().reading(Double.NaN)).isEqualTo(Reading.absent(Reason.ERROR));
        assertThat(Metric.POWER_DRAW.spec().reading(Double.POSITIVE_INFINITY)).isEqualTo(Reading.absent(Reason.ERROR));
    }

    @ParameterizedTest
    @EnumSource
    void everyNumberOfTheDriverHasARange(Metric metric) {
        boolean ofDriver = metric.spec().source().startsWith("nvml");
        boolean word = metric.spec().kind() == Kind.TEXT
                && isWord(metric.spec().probes().get(0));

        assertThat(metric.spec().range().most() < Double.POSITIVE_INFINITY).isEqualTo(ofDriver && !word);
    }

    private static boolean isWord(Probe probe) {
        return probe instanceof Probe.Member member
                && EnumSet.of(CType.CHARS, CType.UUID, CType.GUID)
                        .contains(member.slot().type());
    }

    @Test
    void aValueOutsideOfTheRangeIsImplausibleAndReadAgain() {
        assertThat(Metric.UTILIZATION_GPU.spec().reading(100)).isEqualTo(new Reading.Quantity(100));
        assertThat(Metric.UTILIZATION_GPU.spec().reading(808)).isEqualTo(Reading.absent(Reason.IMPLAUSIBLE));
        assertThat(Metric.FAN_SPEED.spec().reading(130)).isEqualTo(new Reading.Quantity(130));
        assertThat(Metric.TEMPERATURE_GPU.spec().reading(0xffff_ffffL)).isEqualTo(Reading.absent(Reason.IMPLAUSIBLE));
        assertThat(Metric.ENERGY_TOTAL.spec().reading(-2L)).isEqualTo(Reading.absent(Reason.IMPLAUSIBLE));
        assertThat(Metric.PERSISTENCE_MODE.spec().reading(0xffff_ffffL)).isEqualTo(Reading.absent(Reason.IMPLAUSIBLE));
        assertThat(Reason.IMPLAUSIBLE.isLasting()).isFalse();
    }

    @Test
    void anEmptyWordIsNoWord() {
        assertThat(Metric.SERIAL.spec().reading(" ")).isEqualTo(Reading.absent(Reason.NO_DATA));
    }

    @Test
    void aRowHasTheWindowThatItCovers() {
        assertThat(Metric.UTILIZATION_GPU.spec().window()).isEqualTo("1/6 s to 1 s, by product");
        assertThat(Metric.ACTIVITY_SM.spec().window()).isEqualTo(Probe.ROUND);
        assertThat(Metric.NVLINK_RX.spec().window()).isEqualTo(Probe.ROUND);
        assertThat(Metric.HOST_CPU_UTILIZATION.spec().window()).isEqualTo(Probe.ROUND);
        assertThat(Metric.HOST_MEMORY_TOTAL.spec().window()).isEmpty();
        assertThat(Metric.TEMPERATURE_GPU.spec().window()).isEmpty();
    }

    @ParameterizedTest
    @EnumSource
    void aShareOfTimeOrARateHasAWindow(Metric metric) {
        assumeTrue(metric.spec().help().contains("since the last round"));

        assertThat(metric.spec().window()).contains(Probe.ROUND);
    }
}
