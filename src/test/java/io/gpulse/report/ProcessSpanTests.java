package io.gpulse.report;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpulse.device.NamespacedPid;
import io.gpulse.event.message.Language;
import io.gpulse.history.KnownGpu;
import io.gpulse.rounds.GpuRound;
import io.gpulse.rounds.GpuRound.ProcessRound;
import io.gpulse.rounds.Rows;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** One process over several rounds. */
class ProcessSpanTests {

    private static final NamespacedPid IN_CONTAINER = new NamespacedPid(42, 4_026_532_281L, null);
    private static final Instant STARTED = Instant.parse("2026-11-20T09:00:00Z");
    private static final ProcessRound UNKNOWN = new ProcessRound(4101, null, null, 2000, Double.NaN, null, null);
    private static final ProcessRound KNOWN =
            new ProcessRound(4101, "python", "anna", 1000, Double.NaN, IN_CONTAINER, STARTED);

    private static final AdviceContext CONTEXT = new AdviceContext(Language.EN, Double.NaN, Double.NaN, 0);
    private static final GpuRound UNREAD = new GpuRound("GPU-0", false, null, Double.NaN, null, Map.of(), null);

    @Test
    void aProcessThatTheHostDoesNotKnowInItsFirstAndLastRoundKeepsItsNameAndNamespace() {
        ProcessSpan span = new ProcessSpan(UNKNOWN);
        span.add(UNKNOWN, 1);
        span.add(KNOWN, 1);
        span.add(UNKNOWN, 1);

        assertThat(span.latest()).isEqualTo(KNOWN);
        assertThat(span.peak()).isEqualTo(2000);
    }

    @Test
    void aReusedPidIsASecondProcess() {
        GpuSpan gpu = new GpuSpan(new Span(0, 5_000));

        add(gpu, 1, KNOWN);
        add(gpu, 2, UNKNOWN);
        add(gpu, 3, startedLater(1));
        add(gpu, 4, startedLater(60));
        add(gpu, 5, UNKNOWN);

        assertThat(gpu.processes())
                .extracting((process) -> process.latest().startedAt())
                .containsExactly(STARTED.plusSeconds(1), STARTED.plusSeconds(60));
    }

    /** A GPU that answers after the deadline of a round has no values in it. */
    @ParameterizedTest
    @CsvSource({"3, 3, false", "3, 7, false", "3, 8,"})
    void otherProcessesAreUnknownOnlyAfterALongerTimeWithoutValues(int from, int to, @Nullable Boolean shared) {
        GpuSpan gpu = new GpuSpan(new Span(0, 20_000));
        for (int second = 1; second <= 20; second++) {
            if (second >= from && second <= to) {
                gpu.add(UNREAD, second * 1000L, 1000);
            } else {
                add(gpu, second, KNOWN);
            }
        }

        assertThat(gpu.report(new KnownGpu("GPU-0", 0, "H100", STARTED), null, CONTEXT)
                        .shared())
                .isEqualTo(shared);
    }

    @Test
    void singleRoundsWithoutValuesHideNoOtherProcess() {
        GpuSpan gpu = new GpuSpan(new Span(0, 60_000));
        for (int second = 1; second <= 60; second++) {
            if (second % 7 == 0) {
                gpu.add(UNREAD, second * 1000L, 1000);
            } else {
                add(gpu, second, KNOWN);
            }
        }

        assertThat(gpu.report(new KnownGpu("GPU-0", 0, "H100", STARTED), null, CONTEXT)
                        .shared())
                .isFalse();
    }

    private static ProcessRound startedLater(int seconds) {
        return new ProcessRound(4101, "python", "bert", 1000, Double.NaN, IN_CONTAINER, STARTED.plusSeconds(seconds));
    }

    private static void add(GpuSpan gpu, int second, ProcessRound process) {
        double[] values = Rows.REPORTED.absent();
        gpu.add(
                new GpuRound("GPU-0", true, null, Double.NaN, values, Map.of(), List.of(process)),
                second * 1000L,
                1000);
    }
}
