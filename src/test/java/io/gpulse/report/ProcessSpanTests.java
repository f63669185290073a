package io.gpulse.report;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpulse.device.NamespacedPid;
import io.gpulse.report.GpuRound.ProcessRound;
import org.junit.jupiter.api.Test;

/** One process over several rounds. */
class ProcessSpanTests {

    private static final NamespacedPid IN_CONTAINER = new NamespacedPid(42, 4_026_532_281L, null);
    private static final ProcessRound UNKNOWN = new ProcessRound(4101, null, null, 2000, Double.NaN, null);
    private static final ProcessRound KNOWN = new ProcessRound(4101, "python", "anna", 1000, Double.NaN, IN_CONTAINER);

    @Test
    void aProcessThatTheHostDoesNotKnowInItsFirstAndLastRoundKeepsItsNameAndNamespace() {
        ProcessSpan span = new ProcessSpan(UNKNOWN);
        span.add(UNKNOWN, 1);
        span.add(KNOWN, 1);
        span.add(UNKNOWN, 1);

        assertThat(span.latest()).isEqualTo(KNOWN);
        assertThat(span.peak()).isEqualTo(2000);
    }
}
