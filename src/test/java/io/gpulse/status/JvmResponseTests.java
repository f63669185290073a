package io.gpulse.status;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpulse.jvm.JvmFlag;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.NullSource;
import org.junit.jupiter.params.provider.ValueSource;

class JvmResponseTests {

    @Test
    void flagsAreReportedWithTheirOrigin() {
        JvmResponse reported = JvmResponse.of("G1", List.of(new JvmFlag("MaxHeapFreeRatio", "20", "MANAGEMENT")));

        assertThat(reported.flags()).containsExactly(new JvmResponse.Flag("MaxHeapFreeRatio", "20", "MANAGEMENT"));
        assertThat(reported.reason()).isNull();
    }

    @ParameterizedTest
    @ValueSource(strings = {"Serial", "Parallel"})
    void collectorWithoutATimerHasAReason(String collector) {
        String reason = JvmResponse.of(collector, List.of()).reason();

        assertThat(reason).contains("The collector " + collector + " has no timer");
    }

    @ParameterizedTest
    @NullSource
    @ValueSource(strings = {"Z", "Shenandoah"})
    void collectorThatReturnsMemoryHasNoReason(String collector) {
        assertThat(JvmResponse.of(collector, List.of()).reason()).isNull();
    }
}
