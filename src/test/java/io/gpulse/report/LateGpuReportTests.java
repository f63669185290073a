package io.gpulse.report;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpulse.event.message.Language;
import io.gpulse.history.KnownGpu;
import io.gpulse.metric.Metric;
import io.gpulse.report.ReportResponse.GpuReportResponse;
import io.gpulse.rounds.GpuRound;
import io.gpulse.rounds.Rows;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** The report of a GPU whose reads take 10 s, in rounds of a second. */
class LateGpuReportTests {

    private static final KnownGpu GPU = new KnownGpu("GPU-0", 0, "H100", Instant.EPOCH);
    private static final int READ_SECONDS = 10;
    private static final double WATTS = 650;

    @Test
    void itsEnergyIsThatFromReadToRead() {
        GpuReportResponse report = report(0);

        assertThat(report.energyJoules()).hasToString("19500");
        assertThat(report.energySeconds()).hasToString("30");
    }

    @Test
    void aReadingLongBeforeTheSpanIsNotOneOfItsBeginBecauseItIsRepeated() {
        GpuReportResponse report = report(19_000);

        assertThat(report.energyJoules()).hasToString("13000");
        assertThat(report.energySeconds()).hasToString("20");
    }

    private static GpuReportResponse report(long from) {
        GpuSpan gpu = new GpuSpan(new Span(from, 40_000));
        for (int second = 10; second <= 40; second++) {
            gpu.add(round(second / READ_SECONDS * READ_SECONDS), 1000L * second, 1000);
        }
        return gpu.report(GPU, null, new AdviceContext(Language.EN, 80e9, 41, 0));
    }

    /** @param sampled when it was sampled last, in seconds */
    private static GpuRound round(int sampled) {
        double[] values = Rows.REPORTED.absent();
        values[Rows.REPORTED.place(Metric.POWER_LIMIT)] = 700;
        values[Rows.REPORTED.place(Metric.ENERGY_TOTAL)] = 1e6 + WATTS * sampled;
        Instant at = Instant.ofEpochSecond(sampled);
        return new GpuRound("GPU-0", true, at, Double.NaN, values, Map.of(), List.of());
    }
}
