package io.gpulse.prometheus;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpulse.device.GpuState;
import io.gpulse.sampling.Sampler;
import io.gpulse.testing.Wait;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.context.SpringBootTest.WebEnvironment;
import org.springframework.boot.test.web.server.LocalServerPort;

/**
 * Selected series of the demo. Two pages are compared when both are of one round. The interval is unique, because
 * Spring stops the sampler of a context that two test classes share.
 */
@SpringBootTest(
        webEnvironment = WebEnvironment.RANDOM_PORT,
        properties = {"gpulse.source=demo", "gpulse.sampling.every=50s"})
class MetricsFilterOverHttpTests {

    private static final String PROTOBUF =
            "application/vnd.google.protobuf;proto=io.prometheus.client.MetricFamily;encoding=delimited";
    private static final HttpClient CLIENT = HttpClient.newHttpClient();

    @LocalServerPort
    private int port;

    @Autowired
    private Sampler sampler;

    /** Returns the requested series and those that are always included. */
    @ParameterizedTest
    @CsvSource({
        "metrics=power.draw, gpulse_gpu_power_draw_watts",
        "metrics=gpulse_gpu_power_draw_watts, gpulse_gpu_power_draw_watts",
        "metrics=power.draw&metrics=gpulse_gpu_power_draw_watts, gpulse_gpu_power_draw_watts",
        "name[]=gpulse_gpu_power_draw_watts, gpulse_gpu_power_draw_watts",
        "name%5B%5D=power.draw, gpulse_gpu_power_draw_watts",
        "metrics=energy.total, gpulse_gpu_energy_joules_total",
        "metrics=gpulse_gpu_energy_*_total, gpulse_gpu_energy_joules_total",
        "metrics=gpulse_gpu_state, gpulse_gpu_state",
        "metrics=host.load.1m, gpulse_host_load_1m"
    })
    void scrapeCanSelectSeries(String query, String name) throws Exception {
        String filtered = "/metrics?" + query.replace("[", "%5B").replace("]", "%5D");
        String all;
        String some;
        long round;
        do {
            round = settle();
            all = get("/metrics", "*/*").body();
            some = get(filtered, "*/*").body();
        } while (settle() != round);

        assertThat(Scrapes.names(some)).containsExactlyInAnyOrderElementsOf(withAlways(name));
        assertThat(seriesOf(name, some)).isNotEmpty().isEqualTo(seriesOf(name, all));
        assertThat(seriesOf("gpulse_gpu_info", some)).isEqualTo(seriesOf("gpulse_gpu_info", all));
    }

    @Test
    void globsAndKeysCanBeCombined() throws Exception {
        settle();

        String some = get("/metrics?metrics=temperature.*,power.draw,power.d?aw", "*/*")
                .body();

        assertThat(Scrapes.names(some))
                .contains("gpulse_gpu_temperature_celsius", "gpulse_gpu_power_draw_watts", "gpulse_up")
                .doesNotContain("gpulse_gpu_state", "gpulse_gpu_utilization_ratio", "gpulse_host_memory_total_bytes")
                .doesNotHaveDuplicates();
    }

    @ParameterizedTest
    @ValueSource(strings = {"text/plain", "application/openmetrics-text;version=1.0.0", PROTOBUF})
    void everyFormatIsFilteredAndCompressed(String accept) throws Exception {
        settle();

        var response = get("/metrics?metrics=power.draw", accept);

        assertThat(response.headers().firstValue("Content-Type").orElseThrow())
                .startsWith(accept.substring(0, accept.indexOf('/')));
        assertThat(response.body())
                .contains("gpulse_gpu_power_draw_watts", "gpulse_up")
                .doesNotContain("gpulse_gpu_utilization", "gpulse_host");
        assertThat(response.headers().firstValue("Content-Encoding")).isEmpty();
        assertThat(request("/metrics?metrics=power.draw", accept, "gzip")
                        .headers()
                        .firstValue("Content-Encoding"))
                .contains("gzip");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "metrics=power.drow | There are no series of 'power.drow'. The nearest are power.draw,",
                "metrics=gpulse_gpu_power_drow_watts | The nearest are gpulse_gpu_power_draw_watts,",
                "metrics=serial | There are no series of 'serial'.",
                "metrics=process.* | There are no series of 'process.*'.",
                "name%5B%5D=nothing | There are no series of 'nothing'.",
                "metrics= | metrics= is empty;",
                "metrics=%1B%5B31m | There are no series of '?[31m'.",
                "metric=power.draw | There is no parameter 'metric'; /metrics accepts metrics=,"
            })
    void unknownGpuIsRejectedWithTheExistingOnes(String query, String detail) throws Exception {
        var response = get("/metrics?" + query, "text/plain");

        assertThat(response.statusCode()).isEqualTo(400);
        assertThat(response.headers().firstValue("Content-Type")).contains("application/problem+json");
        assertThat(response.body()).contains(detail);
    }

    @Test
    void filterIsLimited() throws Exception {
        String globs = IntStream.range(0, 65).mapToObj((i) -> "p*" + i).collect(Collectors.joining(","));
        String names = IntStream.range(0, 513).mapToObj((i) -> "n" + i).collect(Collectors.joining(","));

        assertThat(get("/metrics?metrics=" + globs, "*/*").body()).contains("65 different globs are too many");
        assertThat(get("/metrics?metrics=" + names, "*/*").body()).contains("513 different names");
    }

    private static List<String> withAlways(String name) {
        return Stream.of(
                        "gpulse_up",
                        "gpulse_build_info",
                        "gpulse_source_info",
                        "gpulse_snapshot_age_seconds",
                        "gpulse_round_duration_seconds",
                        "gpulse_round_failures_total",
                        "gpulse_sampler_restarts_total",
                        "gpulse_stream_subscribers",
                        "gpulse_connections",
                        "gpulse_connections_refused_total",
                        "gpulse_gpu_info",
                        name)
                .distinct()
                .toList();
    }

    private static List<String> seriesOf(String name, String page) {
        return page.lines()
                .filter((line) -> line.startsWith(name + "{") || line.startsWith(name + " "))
                .toList();
    }

    /** Waits for a round of the GPUs and the host; returns its sequence number. */
    private long settle() {
        return this.sampler
                .snapshots()
                .filter((snapshot) -> snapshot.host() != null)
                .filter((snapshot) -> snapshot.gpus().stream().anyMatch((gpu) -> gpu.state() == GpuState.OK))
                .blockFirst(Wait.PATIENCE)
                .sequence();
    }

    private HttpResponse<String> get(String path, String accept) throws IOException, InterruptedException {
        return request(path, accept, "identity");
    }

    private HttpResponse<String> request(String path, String accept, String encoding)
            throws IOException, InterruptedException {
        HttpRequest request = HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + this.port + path))
                .header("Accept", accept)
                .header("Accept-Encoding", encoding)
                .timeout(Wait.PATIENCE)
                .build();
        return CLIENT.send(request, HttpResponse.BodyHandlers.ofString());
    }
}
