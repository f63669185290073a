package io.gpulse.metric;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class NvidiaSmiFormatTests {

    @ParameterizedTest
    @CsvSource({
        "UTILIZATION_GPU, 53, 53, %",
        "MEMORY_TOTAL, 85520809984, 81559, MiB",
        "MEMORY_USED, 1048575, 1, MiB",
        "MEMORY_USED, 0, 0, MiB",
        "BAR1_USED, 1048575, 0, MiB",
        "PROTECTED_USED, 1048577, 2, MiB",
        "TEMPERATURE_GPU, 41, 41, ''",
        "POWER_DRAW, 367200, 367.20, W",
        "POWER_DRAW, 627404, 627.40, W",
        "POWER_DRAW, 345675, 345.67, W",
        "POWER_DRAW, 699995, 699.99, W",
        "POWER_DRAW, 68125, 68.12, W",
        "POWER_DRAW, 250995, 250.99, W",
        "CLOCKS_SM, 1980, 1980, MHz",
        "PSTATE, 0, P0, ''",
        "CLOCKS_EVENT_REASONS, 4, 0x0000000000000004, ''",
        "PCIE_GEN_CURRENT, 5, 5, ''",
        "GPU_ARCHITECTURE, 7, Ampere, ''",
        "GPU_ARCHITECTURE, 8, Ada Lovelace, ''",
        "GPU_ARCHITECTURE, 9, Hopper, ''",
        "BRAND, 4, Grid, ''",
        "GPU_ARCHITECTURE, 12, Unknown (12), ''",
        "MINOR_NUMBER, 3, 3, ''",
        "HELD_BACK_BY_POWER_CAP, 250400, 250, us",
        "COMPUTE_MODE, 3, Exclusive_Process, ''",
    })
    void cellsAreThoseOfNvidiaSmi(Metric metric, long asTheDriverReports, String cell, String unit) {
        Reading.Present present = (Reading.Present) metric.spec().reading(asTheDriverReports);

        assertThat(metric.spec().printing().cell(present)).isEqualTo(cell);
        assertThat(metric.spec().printing().unit()).isEqualTo(unit);
    }

    @Test
    void aTinyRatioIsNotRoundedAway() {
        assertThat(Metric.NVLINK_EFFECTIVE_BER.spec().printing().cell(new Reading.Quantity(1.5e-15)))
                .isEqualTo("1.5E-15");
    }

    @ParameterizedTest
    @CsvSource({
        "ENABLED_DISABLED, 0, Disabled",
        "ENABLED_DISABLED, 1, Enabled",
        "ACTIVE, 0, Not Active",
        "ACTIVE, 1, Active",
        "YES_NO, 0, No",
        "YES_NO, 1, Yes",
        "P_STATE, 15, P15",
        "NVLINK_VERSION, 3, 2.2",
        "NVLINK_VERSION, 6, 4.0",
        "NVLINK_VERSION, 8, 6.0",
        "NVLINK_VERSION, 9, Unknown (9)",
        "C2C_POWER, 0, Full Power",
        "C2C_POWER, 1, Low Power",
        "HEX16, -1, 0xFFFFFFFFFFFFFFFF",
        "LOWER_HEX, 36608, 0x8f00",
    })
    void codesHaveTheirWords(NvidiaSmiFormat printing, long code, String word) {
        assertThat(printing.word(code)).isEqualTo(word);
    }
}
