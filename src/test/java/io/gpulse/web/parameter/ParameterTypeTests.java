package io.gpulse.web.parameter;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.time.Duration;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.util.unit.DataSize;

class ParameterTypeTests {

    private final DataSizeType sizes = new DataSizeType();
    private final DurationType durations = new DurationType();
    private final NumberType<Double> percents = NumberType.PERCENTAGE;
    private final NumberType<Integer> numbers = NumberType.INT;

    @ParameterizedTest
    @CsvSource({
        "40GiB, 42949672960",
        "40gib, 42949672960",
        "40 GiB, 42949672960",
        "40G, 42949672960",
        "40GB, 40000000000",
        "1.5GiB, 1610612736",
        "500MiB, 524288000",
        "500MB, 500000000",
        "64KiB, 65536",
        "1TiB, 1099511627776",
        "17B, 17",
        "0MiB, 0"
    })
    void sizesAreReadAsPeopleWriteThem(String written, long bytes) {
        assertThat(this.sizes.convert(written)).isEqualTo(DataSize.ofBytes(bytes));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "40", "GiB", "-1GiB", "40iB", "40XB", "1e3MiB", "4,5GiB", "999999999999TiB", "40GiBs"})
    void anInvalidSizeIsRejected(String written) {
        assertRefused(this.sizes, written);
    }

    @ParameterizedTest
    @CsvSource({"500ms, 500", "5s, 5000", "1m, 60000", "2h, 7200000", "' 5s ', 5000", "0s, 0"})
    void aDurationIsANumberWithAUnit(String written, long millis) {
        assertThat(this.durations.convert(written)).isEqualTo(Duration.ofMillis(millis));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "5", "-5s", "5 apples", "PT5S", "99999999999s", "1.5s", "s"})
    void anInvalidDurationIsRejected(String written) {
        assertRefused(this.durations, written);
    }

    @ParameterizedTest
    @CsvSource({"5, 5", "2.5%, 2.5", "100, 100", "1e-1, 0.1", "101 %, 101"})
    void aPercentageMayHaveItsSign(String written, double percent) {
        assertThat(this.percents.convert(written)).isEqualTo(percent);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "-1", "NaN", "Infinity", "5d", "0x1p3", "5 percent", "%"})
    void anInvalidPercentageIsRejected(String written) {
        assertRefused(this.percents, written);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "-1", "+1", "1.0", "0x10", "#10", "1e3", "9999999999", "1,2", "٣"})
    void anInvalidWholeNumberIsRejected(String written) {
        assertRefused(this.numbers, written);
    }

    @Test
    void printedValuesAreReadAsTheSame() {
        for (Duration duration : List.of(Duration.ofMillis(1500), Duration.ofMinutes(1), Duration.ZERO)) {
            assertThat(this.durations.convert(this.durations.print(duration))).isEqualTo(duration);
        }
        assertThat(this.durations.print(Duration.ofMinutes(1))).isEqualTo("60s");
        assertThat(this.percents.print(5.0)).isEqualTo("5");
        assertThat(this.percents.print(100.0)).isEqualTo("100");
        assertThat(this.percents.print(0.25)).isEqualTo("0.25");
    }

    @Test
    void theWordsOfAnEnumAreItsConstantsInLowerCase() {
        EnumParameter<Pattern> none = new EnumParameter<>(Pattern.class, List.of(), Pattern::compile);
        EnumParameter<Size> sizes = EnumParameter.ofEnum(Size.class);

        assertThat(sizes.convert("very-large")).isEqualTo(Size.VERY_LARGE);
        assertThat(sizes.print(Size.VERY_LARGE)).isEqualTo("very-large");
        assertThat(sizes.expectation(Size.class)).isEqualTo("small, large or very-large");
        assertRefused(sizes, "VERY_LARGE");
        assertRefused(sizes, "");
        assertRefused(none, "x");
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 7, 10, 19, 60, 99, 100, 101, 110, 600, 1024, 86400, 600_000})
    void thePatternOfANumberHoldsAllUpToItAndNothingBeyond(long most) {
        Pattern pattern = Pattern.compile(NumberPattern.upTo(most));

        LongStream.rangeClosed(0, most)
                .forEach((number) -> assertThat(
                                pattern.matcher(Long.toString(number)).matches())
                        .as(number + " up to " + most)
                        .isTrue());
        LongStream.rangeClosed(most + 1, most * 11)
                .limit(20_000)
                .forEach((number) -> assertThat(
                                pattern.matcher(Long.toString(number)).matches())
                        .as(number + " up to " + most)
                        .isFalse());
    }

    private static void assertRefused(ParameterType<?> type, String written) {
        assertThatIllegalArgumentException().isThrownBy(() -> type.convert(written));
    }

    private enum Size {
        SMALL,
        LARGE,
        VERY_LARGE
    }
}
