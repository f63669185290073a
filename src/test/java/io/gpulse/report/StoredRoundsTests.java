package io.gpulse.report;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpulse.event.message.Language;
import io.gpulse.history.KnownGpu;
import io.gpulse.metric.Metric;
import io.gpulse.report.ReportBuilder.Selection;
import io.gpulse.report.ReportResponse.GpuReportResponse;
import io.gpulse.rounds.Rounds.Recent;
import io.gpulse.rounds.Rows;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Stored rounds with another interval than the current one of 1 s. */
class StoredRoundsTests {

    private static final KnownGpu GPU = new KnownGpu("GPU-0", 0, "H100", Instant.EPOCH);
    private static final Recent NO_ROUNDS = new Recent(List.of(), Map.of(), Long.MAX_VALUE, null);

    private static GpuReportResponse report(long from, long to, long... rounds) {
        Selection selection =
                new Selection(new Span(from, to), Map.of(GPU.uuid(), GPU), true, null, Language.EN, List.of());
        ReportBuilder builder = new ReportBuilder(selection);
        StoredRounds stored = new StoredRounds(builder, 1_000);
        for (long at : rounds) {
            double[] values = Rows.REPORTED.absent();
            values[Rows.REPORTED.place(Metric.UTILIZATION_GPU)] = at / 1000;
            stored.visit(GPU.uuid(), at, values);
        }
        stored.end();
        return builder.build(NO_ROUNDS).gpus().get(0);
    }

    private static double mean(GpuReportResponse gpu) {
        return gpu.mean().get("utilization.gpu").doubleValue();
    }

    @Test
    void roundsOfALongerIntervalAreNeitherMissingNorShorter() {
        GpuReportResponse gpu = report(10_000, 30_000, 10_003, 15_001, 20_004, 25_003, 30_000);

        assertThat(gpu.rounds()).isEqualTo(5);
        assertThat(gpu.missingSeconds().doubleValue()).isZero();
        assertThat(mean(gpu)).isBetween(19.9, 20.1);
    }

    @Test
    void aMissingRoundIsNotALongerInterval() {
        GpuReportResponse gpu = report(10_000, 30_000, 10_000, 15_000, 25_000, 30_000);

        assertThat(gpu.missingSeconds().doubleValue()).isEqualTo(5);
        assertThat(mean(gpu)).isEqualTo(23.333);
    }

    @Test
    void theIntervalMayBecomeShorterAndLonger() {
        GpuReportResponse gpu =
                report(0, 70_000, 10_000, 20_000, 30_000, 40_000, 42_000, 44_000, 46_000, 58_000, 70_000);

        assertThat(gpu.missingSeconds().doubleValue()).isZero();
        assertThat(mean(gpu)).isEqualTo(((10 + 20 + 30 + 40) * 10 + (42 + 44 + 46) * 2 + (58 + 70) * 12) / 70.0);
    }

    @Test
    void anIsolatedRoundHasTheCurrentInterval() {
        GpuReportResponse gpu = report(0, 600_000, 300_000);

        assertThat(gpu.missingSeconds().doubleValue()).isEqualTo(599);
    }
}
