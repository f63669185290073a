package io.gpulse.web;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class HumanUnitsTests {

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
        assertThat(HumanUnits.size(written)).contains(bytes);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "40", "GiB", "-1GiB", "40iB", "40XB", "1e3MiB", "4,5GiB", "999999999999TiB", "40GiBs"})
    void whatIsNoSizeIsNone(String written) {
        assertThat(HumanUnits.size(written)).isEmpty();
    }

    @Test
    void durationsHaveAUnit() {
        assertThat(HumanUnits.duration("500ms")).contains(Duration.ofMillis(500));
        assertThat(HumanUnits.duration(" 60s ")).contains(Duration.ofSeconds(60));
        assertThat(HumanUnits.duration("10m")).contains(Duration.ofMinutes(10));
        assertThat(HumanUnits.duration("2h")).contains(Duration.ofHours(2));
        assertThat(HumanUnits.duration("60")).isEmpty();
    }

    @Test
    void percentsAreFromNothingToAll() {
        assertThat(HumanUnits.percent("5")).contains(5.0);
        assertThat(HumanUnits.percent("2.5%")).contains(2.5);
        assertThat(HumanUnits.percent("100")).contains(100.0);
        assertThat(HumanUnits.percent("101")).isEmpty();
        assertThat(HumanUnits.percent("-1")).isEmpty();
    }
}
