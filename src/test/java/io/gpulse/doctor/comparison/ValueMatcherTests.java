package io.gpulse.doctor.comparison;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpulse.metric.Metric;
import io.gpulse.metric.Reading;
import io.gpulse.metric.SmiGeneration;
import io.gpulse.smi.SmiCell;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ValueMatcherTests {

    @ParameterizedTest
    @CsvSource({
        "TEMPERATURE_GPU, 40 44, 47, true",
        "TEMPERATURE_GPU, 40 44, 36, false",
        "UTILIZATION_GPU, 0 100, 50, true",
        "UTILIZATION_GPU, 50 50, 71, false",
        "MEMORY_USED, 1048576 1048576, 2, true",
        "MEMORY_USED, 1048576 1048576, 3, false",
        "MEMORY_USED, 104857600 209715200, 300, true",
        "MEMORY_USED, 104857600 209715200, 302, false",
        "POWER_DRAW, 100 200, 229.99, true",
        "POWER_DRAW, 100 200, 230.01, false",
        "POWER_DRAW, 100 200, much, false",
        "CLOCKS_SM, 210 1980, 2100, true",
        "FAN_SPEED, 30 31, 45, true",
        "PCIE_GEN_CURRENT, 1 1, 2, true",
        "PCIE_GEN_CURRENT, 1 1, 4, false",
        "PCIE_GEN_MAX, 4 4, 5, false",
        "POWER_LIMIT, 700 700, 700.00, true",
        "POWER_LIMIT, 700 700, 700.01, false",
        "ENFORCED_POWER_LIMIT, 115 115, 125.00, true",
        "ENFORCED_POWER_LIMIT, 700 700, 350.00, false",
        "MEMORY_RESERVED, 502267904 502267904, 480, false"
    })
    void onlyChangingValuesMayBeSlightlyOutside(Metric metric, String rounds, String theirs, boolean alike) {
        List<Reading.Present> ours = Stream.of(rounds.split(" "))
                .<Reading.Present>map((value) -> new Reading.Quantity(Double.parseDouble(value)))
                .toList();

        assertThat(ValueMatcher.alike(metric, ours, new SmiCell(theirs), SmiGeneration.NEWEST))
                .isEqualTo(alike);
    }

    @ParameterizedTest
    @CsvSource({"480, 550.163.01, true", "479, 550.163.01, false", "479, 536.40, true", "480, 536.40, false"})
    void memoryIsRoundedAsTheDriversNvidiaSmiDoes(String theirs, String driver, boolean alike) {
        List<Reading.Present> ours = List.of(new Reading.Quantity(502_267_905));

        assertThat(ValueMatcher.alike(Metric.MEMORY_RESERVED, ours, new SmiCell(theirs), SmiGeneration.of(driver)))
                .isEqualTo(alike);
    }

    @ParameterizedTest
    @CsvSource({"99, true", "105, true", "111, true", "98, false", "112, false"})
    void aCounterOnlyGrows(String theirs, boolean alike) {
        List<Reading.Present> ours = List.of(new Reading.Quantity(100), new Reading.Quantity(110));

        assertThat(ValueMatcher.alike(
                        Metric.REMAPPED_ROWS_CORRECTABLE, ours, new SmiCell(theirs), SmiGeneration.NEWEST))
                .isEqualTo(alike);
    }

    @ParameterizedTest
    @CsvSource({"FABRIC_STATE, 3, state  Completed", "FABRIC_STATUS, 0, status Success", "FABRIC_STATE, 3, Completed"})
    void aLabelThatSlippedIntoACellIsNoDifference(Metric metric, long code, String theirs) {
        List<Reading.Present> ours = List.of((Reading.Present) metric.spec().reading(code));

        assertThat(ValueMatcher.alike(metric, ours, new SmiCell(theirs), SmiGeneration.of("550.163.01")))
                .isTrue();
    }

    @ParameterizedTest
    @CsvSource({"P0, true", "P8, true", "P2, false"})
    void aStateEqualsThatOfEitherRound(String theirs, boolean alike) {
        List<Reading.Present> ours = List.of(
                        Metric.PSTATE.spec().reading(0), Metric.PSTATE.spec().reading(8))
                .stream()
                .map(Reading.Present.class::cast)
                .toList();

        assertThat(ValueMatcher.alike(Metric.PSTATE, ours, new SmiCell(theirs), SmiGeneration.NEWEST))
                .isEqualTo(alike);
    }
}
