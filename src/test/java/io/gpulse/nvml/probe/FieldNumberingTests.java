package io.gpulse.nvml.probe;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.gpulse.device.Gpu;
import io.gpulse.device.Readings;
import io.gpulse.metric.Cadence;
import io.gpulse.metric.DriverVersion;
import io.gpulse.metric.Metric;
import io.gpulse.metric.NvmlField;
import io.gpulse.metric.Probe;
import io.gpulse.metric.Reading;
import io.gpulse.metric.Reason;
import io.gpulse.nvml.FakeDriver;
import io.gpulse.nvml.NeedsCompiler;
import io.gpulse.nvml.session.NvmlSource;
import java.nio.file.Path;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** A field whose number has another meaning in an older driver is not read from it. */
class FieldNumberingTests {

    private static final List<Metric> RENUMBERED = List.of(
            Metric.HELD_BACK_BY_HW_THERMAL,
            Metric.HELD_BACK_BY_POWER_BRAKE,
            Metric.SHARE_BY_HW_THERMAL,
            Metric.SHARE_BY_POWER_BRAKE);

    /** Rows with an older number for drivers in which the newer one has another meaning. */
    private static final List<Metric> THERMAL = List.of(Metric.HELD_BACK_BY_SW_THERMAL, Metric.SHARE_BY_SW_THERMAL);

    @TempDir
    private Path directory;

    private Readings lookThrough(FakeDriver driver) throws Exception {
        return lookThrough(driver, (readings) -> true);
    }

    /**
     * Reads a few times at most, until the rates are as expected: one is wrong when the thread was suspended between a
     * call and gpulse's clock, since nothing but that is between two reads here.
     */
    private Readings lookThrough(FakeDriver driver, Predicate<Readings> expected) throws Exception {
        Gpu gpu = NvmlSource.ofThisMachine(driver.library(), this.directory)
                .open()
                .attach(0);
        gpu.read(EnumSet.allOf(Cadence.class));
        Readings readings = gpu.read(EnumSet.allOf(Cadence.class)).readings();
        for (int again = 0; again < 5 && !expected.test(readings); again++) {
            readings = gpu.read(EnumSet.allOf(Cadence.class)).readings();
        }
        assertThat(driver.violations()).isEmpty();
        return readings;
    }

    private FakeDriver driver(String version) {
        FakeDriver driver = FakeDriver.in(this.directory).gpus(1).systemValue("nvmlSystemGetDriverVersion", version);
        for (int field : new int[] {251, 252, 253, 269, 270, 271}) {
            driver.value(0, "nvmlDeviceGetFieldValues[" + field + "]", "growing:" + field + "000000");
        }
        return driver.value(0, "nvmlDeviceGetFieldValues[74]", "growing:1000000");
    }

    @NeedsCompiler
    @ParameterizedTest
    @ValueSource(strings = {"575.57.08", "580.65.06", "580.76.05", "570.195.03", "470.256.02", "nonsense"})
    void onADriverThatMeansSomethingElseTheyAreAbsent(String version) throws Exception {
        Readings readings = lookThrough(driver(version).fieldsNumberedAs575());

        assertThat(RENUMBERED)
                .allSatisfy((metric) -> assertThat(readings.of(metric))
                        .as(metric.key())
                        .contains(Reading.absent(Reason.DRIVER_TOO_OLD)));
        assertThat(readings.of(Metric.HELD_BACK_BY_POWER_CAP).orElseThrow()).isInstanceOf(Reading.Quantity.class);
    }

    @NeedsCompiler
    @ParameterizedTest
    @ValueSource(strings = {"580.82.07", "580.126.09", "590.48.01", "615.71"})
    void onADriverThatMeansThemTheyAreThere(String version) throws Exception {
        List<Metric> rows = Stream.concat(RENUMBERED.stream(), THERMAL.stream()).toList();
        Readings readings = lookThrough(
                driver(version),
                (all) -> rows.stream().allMatch((metric) -> all.number(metric).isPresent()));

        assertThat(rows)
                .allSatisfy((metric) -> assertThat(readings.of(metric).orElseThrow())
                        .as(metric.key())
                        .isInstanceOf(Reading.Quantity.class));
    }

    @NeedsCompiler
    @ParameterizedTest
    @CsvSource({"470.256.02, 30", "575.57.08, 30", "580.65.06, 30", "580.82.07, 26.9", "615.71, 26.9"})
    void thermalLimitsAreReadByTheOlderNumberWhereTheNewerMeansSomethingElse(String version, double percent)
            throws Exception {
        FakeDriver driver = driver(version).value(0, "nvmlDeviceGetFieldValues[75]", "growing:300000000");
        if (percent == 30) {
            driver.fieldsNumberedAs575();
        }
        Readings readings = lookThrough(
                driver, (all) -> Math.abs(all.number(Metric.SHARE_BY_SW_THERMAL).orElse(Double.NaN) - percent) < 0.5);

        assertThat(readings.number(Metric.SHARE_BY_SW_THERMAL).orElseThrow()).isCloseTo(percent, within(0.5));
        assertThat(readings.number(Metric.HELD_BACK_BY_SW_THERMAL)).isPresent();
    }

    @NeedsCompiler
    @Test
    void theOlderNumbersCountEachReasonByItself() throws Exception {
        FakeDriver driver = driver("550.163.01");
        for (int field = 77; field <= 81; field++) {
            driver.value(0, "nvmlDeviceGetFieldValues[" + field + "]", field * 1_000_000_000L);
        }
        Readings readings = lookThrough(driver);

        assertThat(readings.number(Metric.HELD_BACK_BY_BOARD_LIMIT)).hasValue(77);
        assertThat(readings.number(Metric.HELD_BACK_BY_LOW_UTILIZATION)).hasValue(78);
        assertThat(readings.number(Metric.HELD_BACK_BY_RELIABILITY)).hasValue(79);
        assertThat(readings.number(Metric.HELD_BACK_BELOW_APPLICATION_CLOCKS)).hasValue(80);
        assertThat(readings.number(Metric.HELD_BACK_BELOW_BASE_CLOCKS)).hasValue(81);
    }

    @Test
    void releasesForWindowsAreNumberedOtherwise() {
        Probe.Field field =
                Probe.field(NvmlField.CLOCKS_EVENT_REASON_SW_THERM_SLOWDOWN).since(580, 82);

        assertThat(new FieldNumbering(DriverVersion.of("580.88"), true).holds(field))
                .isFalse();
        assertThat(new FieldNumbering(DriverVersion.of("591.86"), true).holds(field))
                .isTrue();
        assertThat(new FieldNumbering(Optional.empty(), false).holds(field)).isFalse();
        assertThat(new FieldNumbering(Optional.empty(), false).holds(Probe.field(NvmlField.MEMORY_TEMP)))
                .isTrue();
    }

    /** The only rows that read a number above 195 that had another meaning before. */
    @Test
    void noOtherRowReadsANumberWhoseMeaningMoved() {
        assertThat(Stream.of(Metric.values())
                        .flatMap((metric) -> metric.spec().probes().stream())
                        .map((probe) -> probe instanceof Probe.Rate rate ? rate.counter() : probe)
                        .filter(Probe.Field.class::isInstance)
                        .map(Probe.Field.class::cast)
                        .filter((field) ->
                                field.id() == 199 || field.id() == 200 || field.id() >= 251 && field.id() <= 273)
                        .filter((field) -> field.since() == null))
                .isEmpty();
    }

    @Test
    void noRowReadsAFieldOfLinksThatIsDeprecated() {
        Set<Integer> deprecated = Set.of(205, 216, 217, 218);

        assertThat(NvmlField.values()).noneMatch((field) -> deprecated.contains(field.number()));
    }

    @ParameterizedTest
    @CsvSource({"580.95.05, 580.95", "615.71, 615.71", "390.157, 390.157"})
    void aVersionIsItsFirstTwoNumbers(String text, String numbers) {
        assertThat(DriverVersion.of(text)).map(DriverVersion::toString).contains(numbers);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "580", "x.y", "580.95.05-beta", "999999.1"})
    void anInvalidVersionIsEmpty(String text) {
        assertThat(DriverVersion.of(text)).isEmpty();
    }
}
