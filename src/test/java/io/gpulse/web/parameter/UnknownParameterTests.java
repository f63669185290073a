package io.gpulse.web.parameter;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpulse.testing.Http;
import java.io.IOException;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.context.SpringBootTest.WebEnvironment;
import org.springframework.boot.test.web.server.LocalServerPort;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Unknown parameters of requests, and the descriptions of known ones in the contract. */
@SpringBootTest(
        webEnvironment = WebEnvironment.RANDOM_PORT,
        properties = {"gpulse.source=demo", "gpulse.sampling.every=20s"})
class UnknownParameterTests {

    private static final Path CONTRACT = Path.of("frontend", "openapi.json");

    @LocalServerPort
    private int port;

    static Stream<String> operations() throws IOException {
        return JsonMapper.shared().readTree(Files.readString(CONTRACT)).get("paths").propertyNames().stream()
                .filter((path) -> path.startsWith("/api/") || path.equals("/") || path.equals("/metrics"))
                .filter((path) -> !path.equals("/api/v1/query") && !path.startsWith("/api/v1/notify/"))
                .filter((path) -> !path.matches("/api/v1/(marks|silences)/\\{id}|/api/v1/holds.*"))
                .map((path) -> path.replace("{id}", "0"));
    }

    @ParameterizedTest
    @MethodSource("operations")
    void everyOperationRefusesAParameterThatItDoesNotTake(String path) {
        HttpResponse<String> response = get(path + "?nonsense=1");

        assertThat(response.statusCode()).isEqualTo(400);
        assertThat(problem(response)).startsWith("There is no parameter 'nonsense'");
    }

    @ParameterizedTest
    @CsvSource({
        "/api/v1/snapshot?gpu=0, gpus",
        "/api/v1/stream?evry=5s, every",
        "/api/v1/gpus/free?min-mem=40GiB, min-memory",
        "/api/v1/gpus/free?minMemory=40GiB, min-memory",
        "/api/v1/processes?usr=mchen, user",
        "/api/v1/host?process=3, processes",
        "/?column=120, columns"
    })
    void theNearestIsNamed(String path, String nearest) {
        HttpResponse<String> response = get(path);

        assertThat(response.statusCode()).isEqualTo(400);
        assertThat(problem(response)).contains("The nearest is '" + nearest + "'");
    }

    @Test
    void ofAnOperationWithoutParametersNoneIsSuggested() {
        assertThat(problem(get("/api/v1/status?a=1")))
                .isEqualTo("There is no parameter 'a'. This path has no parameters.");
    }

    @Test
    void aLongNameIsShortened() {
        assertThat(problem(get("/api/v1/snapshot?" + "x".repeat(5000) + "=1"))).hasSizeLessThan(300);
    }

    @Test
    void aMisspeltSwitchIsRefusedAsNvidiaSmiDoes() {
        assertThat(get("/api/v1/query?query-gpus=name").body())
                .startsWith("ERROR: Option --query-gpus is not recognized.");
    }

    @ParameterizedTest
    @CsvSource({
        "/api/v1/processes, sort",
        "/api/v1/gpus/{id}/processes, sort",
        "/api/v1/host, sort",
        "/api/v1/gpus/free, format",
        "/api/v1/snapshot, view"
    })
    void everyWordOfAnEnumIsTaken(String path, String name) throws IOException {
        JsonNode words = parameter(path, name).at("/schema/enum");

        assertThat(words)
                .hasSizeGreaterThan(1)
                .allSatisfy((word) -> assertThat(get(path.replace("{id}", "0") + "?" + name + "=" + word.asString())
                                .statusCode())
                        .isNotEqualTo(400));
        assertThat(get(path.replace("{id}", "0") + "?" + name + "=nonsense").statusCode())
                .isEqualTo(400);
    }

    @ParameterizedTest
    @CsvSource(
            quoteCharacter = '"',
            value = {
                "/api/v1/snapshot, gpus, ', ' 0 0,1",
                "/api/v1/snapshot, metrics, ',' power.draw memory.*,power.draw",
                "/api/v1/gpus/free, min-memory, x -1 1e3GiB 40GiB 40GB 500MiB 1.5GiB 0B",
                "/api/v1/gpus/free, window, 1.5s 11m 601s 600001ms 5 100000ms 60s 0s 10m 600s 500ms",
                "/api/v1/processes, user, mchen",
                "/api/v1/stream, every, 0s 1.5s 5 -5s",
                "/api/v1/query?query-gpu=name&, format, csv csv,noheader noheader,csv noheader json csv,",
                "/metrics, metrics, ',' power.draw"
            })
    void thePatternExcludesRejectedValues(String path, String name, String values) throws IOException {
        Pattern pattern = Pattern.compile(parameter(path.replaceAll("\\?.*", ""), name)
                .at("/schema/pattern")
                .asString());
        String address = path.contains("?") ? path : path + "?";

        for (String value : values.split(" ")) {
            String written = value.equals("','") ? "," : value.replace("'", "");
            int status = get(address + name + "=" + written).statusCode();
            assertThat(pattern.matcher(written).find())
                    .as(name + "=" + written + " is " + status)
                    .isEqualTo(status != 400);
        }
    }

    @Test
    void decimalsAreAcceptedWhereTheContractHasANumber() {
        assertThat(get("/api/v1/gpus/free?max-utilization=5.1234567890123").statusCode())
                .isEqualTo(200);
        assertThat(get("/api/v1/gpus/free?max-utilization=1e-5").statusCode()).isEqualTo(200);
        assertThat(get("/api/v1/gpus/free?max-utilization=1e3").statusCode()).isEqualTo(400);
    }

    private HttpResponse<String> get(String path) {
        return Http.get(this.port, path);
    }

    private static JsonNode parameter(String path, String name) throws IOException {
        JsonNode operation = JsonMapper.shared()
                .readTree(Files.readString(CONTRACT))
                .get("paths")
                .get(path)
                .get("get");
        return operation
                .get("parameters")
                .valueStream()
                .filter((parameter) -> parameter.get("name").asString().equals(name))
                .findFirst()
                .orElseThrow();
    }

    private static String problem(HttpResponse<String> response) {
        return JsonMapper.shared().readTree(response.body()).get("detail").asString();
    }
}
