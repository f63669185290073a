package io.gpulse.api;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class WrittenTests {

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
        assertThat(Written.size(written)).contains(bytes);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "40", "GiB", "-1GiB", "40iB", "40XB", "1e3MiB", "4,5GiB", "999999999999TiB", "40GiBs"})
    void whatIsNoSizeIsNone(String written) {
        assertThat(Written.size(written)).isEmpty();
    }

    @Test
    void durationsHaveAUnit() {
        assertThat(Written.duration("500ms")).contains(Duration.ofMillis(500));
        assertThat(Written.duration(" 60s ")).contains(Duration.ofSeconds(60));
        assertThat(Written.duration("10m")).contains(Duration.ofMinutes(10));
        assertThat(Written.duration("2h")).contains(Duration.ofHours(2));
        assertThat(Written.duration("60")).isEmpty();
    }

    @Test
    void percentsAreFromNothingToAll() {
        assertThat(Written.percent("5")).contains(5.0);
        assertThat(Written.percent("2.5%")).contains(2.5);
        assertThat(Written.percent("100")).contains(100.0);
        assertThat(Written.percent("101")).isEmpty();
        assertThat(Written.percent("-1")).isEmpty();
    }
}
