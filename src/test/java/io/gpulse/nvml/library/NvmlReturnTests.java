package io.gpulse.nvml.library;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

class NvmlReturnTests {

    private static final Path HEADER = Path.of("../shared/reference/nvml_constants.json");

    @Test
    void theReturnCodesAreThoseOfTheHeader() {
        assumeTrue(Files.exists(HEADER), "NVIDIA's header in JSON is not here");
        JsonNode codes = JsonMapper.shared().readTree(HEADER).get("returns");

        for (NvmlReturn value : NvmlReturn.values()) {
            String name = value == NvmlReturn.SUCCESS ? "NVML_SUCCESS" : "NVML_ERROR_" + value.name();
            assertThat(codes.get(name)).as(name).isNotNull();
            assertThat(codes.get(name).asInt()).isEqualTo(value.code());
        }
    }

    @ParameterizedTest
    @EnumSource(
            value = NvmlReturn.class,
            names = {"TIMEOUT", "IN_USE", "MEMORY", "INSUFFICIENT_RESOURCES", "NO_DATA", "NOT_READY", "UNKNOWN"})
    void aFailureForNowMayPass(NvmlReturn code) {
        assertThat(code.mayPass()).isTrue();
    }

    @ParameterizedTest
    @EnumSource(
            value = NvmlReturn.class,
            names = {
                "SUCCESS",
                "NOT_SUPPORTED",
                "NO_PERMISSION",
                "FUNCTION_NOT_FOUND",
                "ARGUMENT_VERSION_MISMATCH",
                "DEPRECATED",
                "INVALID_ARGUMENT",
                "NOT_FOUND",
                "GPU_IS_LOST",
                "RESET_REQUIRED",
                "UNINITIALIZED",
                "DRIVER_NOT_LOADED"
            })
    void anAnswerForTheSessionDoesNotPass(NvmlReturn code) {
        assertThat(code.mayPass()).isFalse();
    }
}
