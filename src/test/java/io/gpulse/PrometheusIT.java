package io.gpulse;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.gpulse.testing.Programs;
import io.gpulse.testing.Thorough;
import io.gpulse.testing.Wait;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIf;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * Every expression of our boards and rules, and of the boards of dcgm-exporter, in a real Prometheus that scrapes the
 * demo. Prometheus is that of the PATH; one of release 3 sends another {@code Accept}, which a relay sets.
 */
@Thorough(3)
@EnabledIf(value = "prometheusPresent", disabledReason = "no prometheus on the PATH: no expression is run")
class PrometheusIT {

    private static final Path DEPLOY = Path.of("deploy").toAbsolutePath();

    /** The job of the small page has the name that the rules expect. */
    private static final String SETTINGS = """
            global: {scrape_interval: 1s, evaluation_interval: 1s}
            rule_files: ["%1$s/prometheus/gpulse.rules.yml"]
            scrape_configs:
              - {job_name: gpulse, params: {series: [core]}, static_configs: [{targets: ["127.0.0.1:%2$d"]}]}
              - {job_name: full, static_configs: [{targets: ["127.0.0.1:%2$d"]}]}
              - {job_name: dcgm, metrics_path: /metrics/dcgm, static_configs: [{targets: ["127.0.0.1:%2$d"]}]}
              - {job_name: underscores, metrics_path: /underscores, static_configs: [{targets: ["127.0.0.1:%3$d"]}]}
              - {job_name: allow-utf-8, metrics_path: /allow-utf-8, static_configs: [{targets: ["127.0.0.1:%3$d"]}]}
            """;

    private static final String ACCEPT_OF_RELEASE_3 = "application/openmetrics-text;version=1.0.0;escaping=%1$s;q=0.5,"
            + "application/openmetrics-text;version=0.0.1;q=0.4,text/plain;version=1.0.0;escaping=%1$s;q=0.3,"
            + "text/plain;version=0.0.4;q=0.2,*/*;q=0.1";

    private static final Pattern LABEL_VALUES = Pattern.compile("label_values\\((.*), (\\w+)\\)");
    private static final String RARE = "Only some GPUs report it.";
    private static final String NO_FAULTS = "None";

    @TempDir
    private static Path folder;

    private static GpulseProcess demo;
    private static HttpServer relay;
    private static PrometheusProcess prometheus;

    static boolean prometheusPresent() {
        return Programs.isPresent("prometheus");
    }

    @BeforeAll
    static void start() throws IOException {
        demo = GpulseProcess.started(
                JavaProcess.SHORT_RUN,
                "--server.port=0",
                "--gpulse.source=demo",
                "--gpulse.history.dir=" + folder.resolve("history"));
        relay = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        relay.createContext("/", PrometheusIT::relay);
        relay.start();
        prometheus = new PrometheusProcess(
                folder,
                SETTINGS.formatted(DEPLOY, demo.port(), relay.getAddress().getPort()));
    }

    @AfterAll
    static void end() {
        demo.close();
        relay.stop(0);
        prometheus.close();
    }

    /** Requests the small page with the escaping that the path names. */
    private static void relay(HttpExchange exchange) throws IOException {
        String escaping = exchange.getRequestURI().getPath().substring(1);
        HttpRequest request = HttpRequest.newBuilder(URI.create(demo.address() + "/metrics?series=core"))
                .header("Accept", ACCEPT_OF_RELEASE_3.formatted(escaping))
                .build();
        HttpResponse<String> page = HttpClient.newHttpClient()
                .sendAsync(request, HttpResponse.BodyHandlers.ofString())
                .join();
        page.headers()
                .firstValue("Content-Type")
                .ifPresent((type) -> exchange.getResponseHeaders().add("Content-Type", type));
        byte[] body = page.body().getBytes(UTF_8);
        exchange.sendResponseHeaders(page.statusCode(), body.length);
        exchange.getResponseBody().write(body);
        exchange.close();
    }

    record Expression(String place, String job, String text, boolean isOptional) {

        /** Fills the variables of Grafana. */
        String filled() {
            return this.text
                    .replace("$__rate_interval", "10s")
                    .replace("$job", this.job)
                    .replace("$instance", "127.0.0.1:" + demo.port())
                    .replace("$gpu", ".*");
        }

        @Override
        public String toString() {
            return this.place + " (" + this.job + "): " + this.text;
        }
    }

    static List<Expression> ofBoards() throws IOException {
        try (Stream<Path> files = Files.list(DEPLOY.resolve("grafana"))) {
            return files.filter((file) -> file.toString().endsWith(".json"))
                    .sorted()
                    .flatMap((board) -> Stream.of("gpulse", "full").flatMap((job) -> of(board, job)))
                    .toList();
        }
    }

    private static Stream<Expression> of(Path board, String job) {
        JsonNode content = JsonMapper.shared().readTree(board);
        return content.path("panels").valueStream().flatMap((panel) -> {
            boolean optional = panel.path("description").asString().contains(RARE)
                    || panel.at("/fieldConfig/defaults/noValue").asString().equals(NO_FAULTS);
            String place = board.getFileName() + ", " + panel.path("title").asString();
            return panel.path("targets")
                    .valueStream()
                    .map((target) ->
                            new Expression(place, job, target.path("expr").asString(), optional));
        });
    }

    @ParameterizedTest
    @MethodSource("ofBoards")
    void itHasDataOfTheDemoUnlessItIsOptional(Expression expression) {
        if (expression.isOptional()) {
            assertThat(prometheus.query(expression.filled()).isArray()).isTrue();
        } else {
            assertThat(prometheus.awaitData(expression.filled())).isNotEmpty();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"gpulse-machine.json", "gpulse-fleet.json"})
    void theVariablesOfABoardHaveValues(String board) {
        JsonNode variables = JsonMapper.shared()
                .readTree(DEPLOY.resolve("grafana").resolve(board))
                .at("/templating/list");

        assertThat(variables
                        .valueStream()
                        .filter((variable) -> variable.path("type").asString().equals("query")))
                .hasSize(3)
                .allSatisfy((variable) -> {
                    Matcher wanted =
                            LABEL_VALUES.matcher(variable.at("/query/query").asString());
                    assertThat(wanted.matches()).isTrue();
                    String selector = new Expression(board, "gpulse", wanted.group(1), false).filled();
                    assertThat(prometheus.awaitData(selector))
                            .allMatch((series) -> series.path("metric").has(wanted.group(2)));
                });
    }

    @ParameterizedTest
    @ValueSource(strings = {"gpulse", "full"})
    void theRulesFindOnlyTheWarningsOfTheDemo(String job) {
        JsonNode warnings = prometheus.awaitData("ALERTS{alertname=\"GpulseAlertWarning\",job=\"%s\"}".formatted(job));

        assertThat(warnings)
                .allMatch((alert) -> alert.at("/metric/severity").asString().equals("warning")
                        && alert.path("metric").has("rule"));
        Wait.until(() -> prometheus
                        .json("/api/v1/rules")
                        .at("/data/groups/0/rules")
                        .valueStream()
                        .filter((rule) -> rule.path("health").asString().equals("ok"))
                        .count()
                == 8);
        String faults = "ALERTS{alertname!=\"GpulseAlertWarning\",alertstate=\"firing\"}";
        assertThat(prometheus.query(faults).isEmpty()).isTrue();
    }

    /** The expressions of Grafana's board 12239. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "DCGM_FI_DEV_GPU_TEMP{instance=~\"$instance\", gpu=~\"$gpu\"}",
                "avg(DCGM_FI_DEV_GPU_TEMP{instance=~\"$instance\", gpu=~\"$gpu\"})",
                "DCGM_FI_DEV_POWER_USAGE{instance=~\"$instance\", gpu=~\"$gpu\"}",
                "sum(DCGM_FI_DEV_POWER_USAGE{instance=~\"$instance\", gpu=~\"$gpu\"})",
                "DCGM_FI_DEV_SM_CLOCK{instance=~\"$instance\", gpu=~\"$gpu\"} * 1000000",
                "DCGM_FI_DEV_GPU_UTIL{instance=~\"$instance\", gpu=~\"$gpu\"}",
                "DCGM_FI_DEV_FB_USED{instance=~\"$instance\", gpu=~\"$gpu\"}",
                "DCGM_FI_PROF_PIPE_TENSOR_ACTIVE{instance=~\"$instance\", gpu=~\"$gpu\"}"
            })
    void aBoardOfDcgmExporterHasData(String text) {
        assertThat(prometheus.awaitData(new Expression("12239", "dcgm", text, false).filled()))
                .isNotEmpty();
    }

    /** Those that the variables of Grafana's board 25617 and the legends of 12239 use. */
    @Test
    void theSeriesOfDcgmExporterHaveTheLabelsOfItsBoards() {
        assertThat(prometheus.awaitData("DCGM_FI_DEV_GPU_TEMP{job=\"dcgm\"}"))
                .allSatisfy((series) -> assertThat(
                                List.of("Hostname", "UUID", "gpu", "modelName", "pci_bus_id", "device"))
                        .allMatch((label) ->
                                !series.path("metric").path(label).asString().isEmpty()));
    }

    @ParameterizedTest
    @ValueSource(strings = {"underscores", "allow-utf-8"})
    void thePageThatRelease3RequestsIsScraped(String job) {
        String states = "gpulse_gpu_state{job=\"%s\"} == 1";

        assertThat(prometheus.awaitData(states.formatted(job)))
                .hasSize(prometheus.awaitData(states.formatted("gpulse")).size());
    }
}
