package io.gpulse.snapshot;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpulse.device.GpuSample;
import io.gpulse.device.GpuState;
import io.gpulse.device.Source;
import io.gpulse.metric.Metric;
import io.gpulse.metric.Reading;
import io.gpulse.metric.Reason;
import io.gpulse.testing.Http;
import io.gpulse.testing.Snapshots;
import io.gpulse.testing.TestServer;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

class SummaryEndpointTests {

    private static final double MEBIBYTE = 1024 * 1024;

    private static TestServer server;
    private static int round;

    @BeforeAll
    static void start() {
        server = TestServer.started();
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    @Test
    void valuesMatchTheContractByteForByte() {
        Locale before = Locale.getDefault();
        try {
            Locale.setDefault(Locale.GERMANY);
            publishes(gpu(0, 8493, 15_079));

            assertThat(Http.get(server, "/api/v1/summary").body())
                    .isEqualTo("{\"temp\":[{\"data\":[\"72\",\"72C\"],\"name\":0}],"
                            + "\"usage\":[{\"data\":[\"8493\",\"8493Mib/15079Mib\"],\"name\":0}],"
                            + "\"usedPercent\":[{\"data\":[\"56.32\",\"56.32%\"],\"name\":0}]}");
        } finally {
            Locale.setDefault(before);
        }
    }

    @Test
    void mebibytesAreRoundedAsInTheTable() {
        publishes(gpu(0, 8492.3, 15_079));

        assertThat(Http.get(server, "/api/v1/summary").body()).contains("\"8493Mib/15079Mib\"");
        assertThat(Http.get(server, "/").body()).contains(" 8493 / 15079 ");
    }

    @Test
    void unknownValuesAreOmitted() {
        Map<Metric, Reading> blind = Map.of(
                Metric.TEMPERATURE_GPU,
                Reading.absent(Reason.NOT_SUPPORTED),
                Metric.MEMORY_USED,
                new Reading.Quantity(0),
                Metric.MEMORY_TOTAL,
                Reading.absent(Reason.NO_DATA));
        publishes(Snapshots.gpu(0, blind), gpu(1, 0, 1000), Snapshots.troubled(2, GpuState.LOST, "gone"));

        assertThat(Http.get(server, "/api/v1/summary").body())
                .isEqualTo("{\"temp\":[{\"data\":[\"72\",\"72C\"],\"name\":1}],"
                        + "\"usage\":[{\"data\":[\"0\",\"0Mib/1000Mib\"],\"name\":1}],"
                        + "\"usedPercent\":[{\"data\":[\"0.00\",\"0.00%\"],\"name\":1}]}");
    }

    @Test
    void missingGpusAreReportedWithTheReason() {
        server.takes(Snapshots.of(round++, Source.none("The NVIDIA driver is not loaded."), List.of()));

        var answer = Http.get(server, "/api/v1/summary");

        assertThat(answer.statusCode()).isEqualTo(503);
        assertThat(answer.headers().firstValue("Retry-After")).contains("10");
        assertThat(answer.headers().firstValue("Content-Type")).contains("application/problem+json");
        assertThat(answer.body()).contains("There are no GPUs to show. The NVIDIA driver is not loaded.");
    }

    private static void publishes(GpuSample... gpus) {
        server.takes(Snapshots.of(round++, Snapshots.NVML, List.of(gpus)));
    }

    private static GpuSample gpu(int index, double used, double total) {
        return Snapshots.gpu(
                index,
                Map.of(
                        Metric.TEMPERATURE_GPU,
                        new Reading.Quantity(72),
                        Metric.MEMORY_USED,
                        new Reading.Quantity(used * MEBIBYTE),
                        Metric.MEMORY_TOTAL,
                        new Reading.Quantity(total * MEBIBYTE)));
    }
}
