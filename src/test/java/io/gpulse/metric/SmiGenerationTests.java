package io.gpulse.metric;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.NullSource;
import org.junit.jupiter.params.provider.ValueSource;

class SmiGenerationTests {

    @ParameterizedTest
    @NullSource
    @ValueSource(strings = {"", "Not Found", "v550", "-470.1", "99999999999.1"})
    void anUnknownVersionIsTheNewest(String written) {
        assertThat(SmiGeneration.of(written)).isEqualTo(SmiGeneration.NEWEST);
    }

    @ParameterizedTest
    @CsvSource({"470.256.02, 470", "580, 580", "610.57, 610", "340.108, 340"})
    void theBranchIsTheFirstNumber(String written, int branch) {
        assertThat(SmiGeneration.of(written).branch()).isEqualTo(branch);
    }

    @ParameterizedTest
    @CsvSource({"470.256.02, 1", "536.40, 1", "549.99, 1", "550.54.14, 1", "550.163.01, 2", "580.95.05, 2"})
    void framebufferIsRoundedUpToMebibytesSince550163(String driver, String mebibytes) {
        Reading.Quantity bytes = new Reading.Quantity(1_048_577);

        assertThat(NvidiaSmiFormat.FRAMEBUFFER.cell(bytes, SmiGeneration.of(driver)))
                .isEqualTo(mebibytes);
        assertThat(NvidiaSmiFormat.MEBIBYTES.cell(bytes, SmiGeneration.of(driver)))
                .isEqualTo("1");
    }

    @ParameterizedTest
    @CsvSource({
        "525.147.05, clocks_event_reasons.active, clocks_throttle_reasons.active",
        "535.54.03, clocks_event_reasons.active, clocks_event_reasons.active",
        "525.147.05, clocks_event_reasons_counters.sync_boost, clocks_event_reasons_counters.sync_boost",
    })
    void reasonsWereCalledThrottlingUpTo525(String driver, String property, String header) {
        assertThat(SmiGeneration.of(driver).spelling(property)).isEqualTo(header);
    }
}
