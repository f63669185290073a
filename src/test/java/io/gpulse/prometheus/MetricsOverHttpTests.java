package io.gpulse.prometheus;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpulse.device.GpuSample;
import io.gpulse.device.GpuState;
import io.gpulse.device.Readings;
import io.gpulse.device.Snapshot;
import io.gpulse.metric.Metric;
import io.gpulse.sampling.Sampler;
import io.gpulse.testing.Wait;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.context.SpringBootTest.WebEnvironment;
import org.springframework.boot.test.web.server.LocalServerPort;

/** All of gpulse with the demo. Rounds are a minute apart, so that pages seldom differ. */
@SpringBootTest(
        webEnvironment = WebEnvironment.RANDOM_PORT,
        properties = {"gpulse.source=demo", "gpulse.sampling.every=60s"})
class MetricsOverHttpTests {

    private static final String PROTOBUF =
            "application/vnd.google.protobuf;proto=io.prometheus.client.MetricFamily;encoding=delimited";
    private static final HttpClient CLIENT = HttpClient.newHttpClient();

    @LocalServerPort
    private int port;

    @Autowired
    private Sampler sampler;

    @ParameterizedTest
    @ValueSource(strings = {"/metrics", "/actuator/prometheus"})
    void everyNumberOfTheSnapshotIsReadBackInBaseUnits(String path) throws Exception {
        Snapshot snapshot;
        String page;
        do {
            snapshot = settled();
            page = get(path, "*/*").body();
        } while (settled().sequence() != snapshot.sequence());

        Map<String, Double> reported = Scrapes.series(page);
        Map<String, Double> expected = new LinkedHashMap<>();
        snapshot.gpus().forEach((gpu) -> expect(gpu.readings(), labels(gpu), expected));
        expect(snapshot.host().readings(), "", expected);
        assertThat(expected).hasSizeGreaterThan(8 * 40);
        assertThat(reported).containsAllEntriesOf(expected);
        assertThat(reported.keySet()).anyMatch((series) -> series.startsWith("gpulse_gpu_info{architecture=\""));
        assertThat(reported.keySet())
                .anyMatch(
                        (series) -> series.startsWith("gpulse_source_info{") && series.contains("simulated=\"true\""));
    }

    @Test
    void metricsPageHasOnlySeriesOfGpulse() throws Exception {
        settled();

        var response = get("/metrics", "*/*");

        assertThat(Scrapes.names(response.body())).allMatch((name) -> name.startsWith("gpulse_"));
        assertThat(Scrapes.names(response.body()))
                .contains(
                        "gpulse_up",
                        "gpulse_build_info",
                        "gpulse_source_info",
                        "gpulse_snapshot_age_seconds",
                        "gpulse_round_duration_seconds",
                        "gpulse_round_failures_total",
                        "gpulse_stream_subscribers",
                        "gpulse_connections",
                        "gpulse_connections_refused_total");
        assertThat(response.headers().firstValue("Cache-Control")).contains("no-store");
        assertThat(Scrapes.names(get("/actuator/prometheus", "*/*").body()))
                .contains("jvm_memory_used_bytes", "http_server_requests_seconds", "gpulse_up");
    }

    @ParameterizedTest
    @CsvSource({
        "*/*, text/plain;version=0.0.4;charset=utf-8, '# HELP '",
        "text/plain, text/plain;version=0.0.4;charset=utf-8, '# HELP '",
        "application/json, text/plain;version=0.0.4;charset=utf-8, '# HELP '",
        "application/openmetrics-text;version=1.0.0,"
                + " application/openmetrics-text;version=1.0.0;charset=utf-8, '# TYPE '",
        "'application/openmetrics-text;version=1.0.0;q=0.5,text/plain;version=0.0.4;q=0.4',"
                + " application/openmetrics-text;version=1.0.0;charset=utf-8, '# TYPE '",
        "'application/openmetrics-text;version=1.0.0;q=0.4,text/plain;version=0.0.4;q=0.5',"
                + " text/plain;version=0.0.4;charset=utf-8, '# HELP '",
        "'application/openmetrics-text;version=1.0.0;q=0,*/*;q=0.1', text/plain;version=0.0.4;charset=utf-8, '# HELP '",
        "'*/*, application/openmetrics-text;version=1.0.0',"
                + " application/openmetrics-text;version=1.0.0;charset=utf-8, '# TYPE '",
    })
    void requestedFormatIsUsed(String accept, String type, String beginning) throws Exception {
        var response = get("/metrics", accept);

        assertThat(response.statusCode()).isEqualTo(200);
        assertThat(response.headers().firstValue("Content-Type").orElseThrow().replace(" ", ""))
                .isEqualTo(type);
        assertThat(response.body()).startsWith(beginning);
        assertThat(response.body().endsWith("# EOF\n")).isEqualTo(type.contains("openmetrics"));
    }

    @Test
    void openMetricsStatesUnits() throws Exception {
        settled();

        String page =
                get("/metrics", "application/openmetrics-text;version=1.0.0").body();

        assertThat(page)
                .contains("# TYPE gpulse_gpu_energy_joules counter\n# UNIT gpulse_gpu_energy_joules joules\n")
                .contains("# TYPE gpulse_source info\n")
                .contains("# UNIT gpulse_gpu_utilization_ratio ratio\n");
    }

    @ParameterizedTest
    @ValueSource(strings = {"/metrics", "/actuator/prometheus"})
    void protobufWorksToo(String path) throws Exception {
        var response = get(path, PROTOBUF + ",*/*;q=0.1");

        assertThat(response.statusCode()).isEqualTo(200);
        assertThat(response.headers().firstValue("Content-Type").orElseThrow())
                .startsWith("application/vnd.google.protobuf");
        assertThat(response.body()).contains("gpulse_gpu_power_draw_watts");
    }

    @ParameterizedTest
    @CsvSource({
        "/metrics, text/plain",
        "/metrics, application/openmetrics-text;version=1.0.0",
        "/metrics, " + PROTOBUF,
        "/actuator/prometheus, text/plain",
        "/actuator/prometheus, application/openmetrics-text;version=1.0.0",
        "/actuator/prometheus, " + PROTOBUF
    })
    void everyFormatIsCompressedOnRequest(String path, String accept) throws Exception {
        settled();

        assertThat(encoding(path, accept, "gzip")).contains("gzip");
        assertThat(encoding(path, accept, "deflate;q=0.9, gzip;q=0.1")).contains("deflate");
        assertThat(encoding(path, accept, "gzip;q=0")).isEmpty();
        assertThat(encoding(path, accept, "identity, gzip;q=0")).isEmpty();
    }

    private Optional<String> encoding(String path, String accept, String accepted) throws Exception {
        HttpRequest request = HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + this.port + path))
                .header("Accept", accept)
                .header("Accept-Encoding", accepted)
                .timeout(Wait.PATIENCE)
                .build();
        return CLIENT.send(request, HttpResponse.BodyHandlers.discarding())
                .headers()
                .firstValue("Content-Encoding");
    }

    @Test
    void aScraperMayOnlyRead() throws Exception {
        assertThat(request("POST", "/metrics", "*/*").statusCode()).isEqualTo(405);
        assertThat(request("HEAD", "/metrics", "*/*").statusCode()).isEqualTo(200);
    }

    private Snapshot settled() {
        return this.sampler
                .snapshots()
                .filter((snapshot) -> snapshot.host() != null)
                .filter((snapshot) -> snapshot.gpus().stream().anyMatch((gpu) -> gpu.state() == GpuState.OK))
                .blockFirst(Wait.PATIENCE);
    }

    private static void expect(Readings readings, String labels, Map<String, Double> expected) {
        readings.forEach((metric, reading) -> reading.number()
                .ifPresent((number) -> expected.put(
                        metric.spec().prometheusName().orElseThrow() + labels, inBaseUnit(metric, number))));
    }

    private static String labels(GpuSample gpu) {
        return "{gpu=\"" + gpu.index() + "\",uuid=\"" + gpu.identity().uuid() + "\"}";
    }

    /** In units of the test, independent of the catalogue. */
    private static double inBaseUnit(Metric metric, double value) {
        return switch (metric.spec().unit()) {
            case PERCENT -> value / 100;
            case MEGAHERTZ -> value * 1_000_000;
            default -> value;
        };
    }

    private HttpResponse<String> get(String path, String accept) throws IOException, InterruptedException {
        return request("GET", path, accept);
    }

    private HttpResponse<String> request(String method, String path, String accept)
            throws IOException, InterruptedException {
        HttpRequest request = HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + this.port + path))
                .method(method, HttpRequest.BodyPublishers.noBody())
                .header("Accept", accept)
                .timeout(Wait.PATIENCE)
                .build();
        return CLIENT.send(request, HttpResponse.BodyHandlers.ofString());
    }
}
