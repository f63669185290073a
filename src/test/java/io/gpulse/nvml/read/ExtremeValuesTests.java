package io.gpulse.nvml.read;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpulse.device.Gpu;
import io.gpulse.device.Readings;
import io.gpulse.metric.CType;
import io.gpulse.metric.Cadence;
import io.gpulse.metric.Kind;
import io.gpulse.metric.Metric;
import io.gpulse.metric.MetricSpec;
import io.gpulse.metric.Probe;
import io.gpulse.metric.Reading;
import io.gpulse.metric.Reason;
import io.gpulse.metric.Scope;
import io.gpulse.metric.UnitConversion;
import io.gpulse.nvml.FakeDriver;
import io.gpulse.nvml.NeedsCompiler;
import io.gpulse.nvml.session.NvmlSource;
import java.nio.file.Path;
import java.util.EnumSet;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Values of all C types up to their limits, through the real JNA path. */
@NeedsCompiler
class ExtremeValuesTests {

    @TempDir
    private Path directory;

    private FakeDriver driver;

    private FakeDriver driver() {
        this.driver = FakeDriver.in(this.directory).gpus(1).systemValue("nvmlSystemGetDriverVersion", "615.71.09");
        return this.driver;
    }

    private Readings read() throws Exception {
        Gpu gpu = NvmlSource.ofThisMachine(this.driver.library(), this.directory)
                .open()
                .attach(0);
        gpu.read(EnumSet.allOf(Cadence.class));
        return gpu.read(EnumSet.allOf(Cadence.class)).readings();
    }

    @AfterEach
    void nothingWasDoneAgainstTheRules() {
        assertThat(this.driver.violations()).isEmpty();
    }

    /** Rows that read one integer and depend on no other row. */
    private static Stream<Metric> gaugesOf(Class<? extends Probe> kind) {
        return Metric.of(Scope.GPU).stream()
                .filter((metric) -> metric.spec().kind() == Kind.GAUGE)
                .filter((metric) -> kind.isInstance(metric.spec().probes().get(0)))
                .filter((metric) ->
                        metric.spec().basis().isEmpty() && metric.spec().limit().isEmpty());
    }

    private static List<Metric> signedRows() {
        return gaugesOf(Probe.Member.class)
                .filter((metric) ->
                        ((Probe.Member) metric.spec().probes().get(0)).slot().type() == CType.I32)
                .toList();
    }

    private static double scaled(Metric metric, double raw) {
        return metric.spec().sources().get(0).scale().apply(raw);
    }

    @ParameterizedTest
    @ValueSource(ints = {-1, -5, -2_147_483_648, 2_147_483_647})
    void aSignedMemberKeepsItsSign(int raw) throws Exception {
        driver();
        signedRows().forEach((metric) -> this.driver.value(0, source(metric), raw));

        Readings readings = read();

        assertThat(signedRows())
                .contains(Metric.TEMPERATURE_TLIMIT)
                .allSatisfy((metric) -> assertReported(readings, metric, raw));
    }

    /** An implausible number of a row is left out, but must have been read correctly. */
    private static void assertReported(Readings readings, Metric metric, double raw) {
        Reading reading = readings.of(metric).orElseThrow();
        if (reading instanceof Reading.Absent absent) {
            assertThat(absent.reason()).as(metric.key()).isEqualTo(Reason.IMPLAUSIBLE);
            assertThat(Double.parseDouble(String.valueOf(absent.raw())))
                    .as(metric.key())
                    .isEqualTo(raw);
        } else {
            assertThat(reading.number()).as(metric.key()).hasValue(scaled(metric, raw));
        }
    }

    @ParameterizedTest
    @CsvSource({
        "i32:-8, -8",
        "i32:-2147483648, -2147483648",
        "i32:2147483647, 2147483647",
        "i64:-8, -8",
        "i64:-9223372036854775808, -9223372036854775808",
        "u32:4294967294, 4294967294",
        "u64:18446744073709551614, 18446744073709551614",
        "u16:65535, 65535"
    })
    void aFieldValueIsReadByItsType(String reported, double raw) throws Exception {
        driver();
        List<Metric> rows = gaugesOf(Probe.Field.class)
                .filter((metric) -> !source(metric).contains("link"))
                .toList();
        rows.forEach((metric) -> this.driver.value(0, source(metric), reported));

        Readings readings = read();

        assertThat(rows)
                .contains(Metric.TEMPERATURE_MEMORY)
                .hasSizeGreaterThan(5)
                .allSatisfy((metric) -> assertReported(readings, metric, raw));
    }

    @Test
    void anUnsignedMemberIsNeverNegative() throws Exception {
        driver();
        List<Metric> rows = gaugesOf(Probe.Member.class)
                .filter((metric) ->
                        ((Probe.Member) metric.spec().probes().get(0)).slot().type() == CType.U32)
                .toList();
        rows.forEach((metric) -> this.driver.value(0, source(metric), 0xffff_fffeL));

        Readings readings = read();

        assertThat(rows)
                .hasSizeGreaterThan(20)
                .allSatisfy((metric) -> assertThat(
                                readings.of(metric).orElseThrow().number().orElse(0))
                        .as(metric.key())
                        .isNotNegative());
    }

    @Test
    void samplesBelowZeroAreNoSamples() throws Exception {
        driver().value(0, "nvmlDeviceGetSamples(1)", "now=17 now=83");

        assertThat(read().number(Metric.UTILIZATION_GPU_MIN)).hasValue(17);
    }

    @Test
    void signedAllOnesMeanUnknown() {
        driver();
        MetricSpec unknownAtAllOnes = Stream.of(Metric.values())
                .map(Metric::spec)
                .filter((spec) -> spec.unknown().containsKey(0xffff_ffffL))
                .findFirst()
                .orElseThrow();

        assertThat(new UnitConversion(
                                unknownAtAllOnes,
                                unknownAtAllOnes.sources().get(0).scale())
                        .ofSigned(-1, 32))
                .isInstanceOf(Reading.Absent.class);
    }

    @Test
    void aCounterBelowZeroIsNone() {
        driver();
        MetricSpec counter = Metric.ENERGY_TOTAL.spec();

        assertThat(new UnitConversion(counter, counter.sources().get(0).scale()).ofSigned(-1, 64))
                .isEqualTo(Reading.absent(Reason.IMPLAUSIBLE));
    }

    private static String source(Metric metric) {
        return metric.spec().probes().get(0).source();
    }
}
