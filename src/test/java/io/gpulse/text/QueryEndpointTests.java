package io.gpulse.text;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpulse.device.Source;
import io.gpulse.device.SourceKind;
import io.gpulse.testing.FollowEveryBuffer;
import io.gpulse.testing.Http;
import io.gpulse.testing.RawConnection;
import io.gpulse.testing.Snapshots;
import io.gpulse.testing.TestServer;
import java.net.http.HttpResponse;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

@FollowEveryBuffer
@Tag("both-compilers-3")
class QueryEndpointTests {

    private static TestServer server;

    @BeforeAll
    static void start() {
        server = TestServer.started().takes(Snapshots.ofGpus(4));
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "query-gpu=%1b%5b31mname",
                "query-gpu=name%0d%0aX-Injected:%201",
                "query-gpu=name%c2%9b31m",
                "query-gpu=name%e2%80%ae",
                "%1b=1",
                "query-gpu=name&loop=%07"
            })
    void errorsContainNoControlCharacters(String query) {
        var text = Http.get(server, "/api/v1/query?" + query);
        var problem = Http.get(server, "/api/v1/query?" + query, "application/problem+json");

        assertThat(text.statusCode()).isEqualTo(400);
        assertThat(text.body()).endsWith("\n\n").contains("?");
        assertThat(text.body().strip()).doesNotContainPattern("[\\p{Cc}\\p{Cf}]");
        assertThat(problem.body()).contains("?").doesNotContainPattern("\\\\u00|\\\\r|[\\p{Cc}\\p{Cf}]");
    }

    @Test
    void controlCharacterAsPartIsRejectedWithoutRepeatingIt() {
        var text = Http.get(server, "/api/v1/query?q&d=%1b");

        assertThat(text.statusCode()).isEqualTo(400);
        assertThat(text.body().strip()).isNotEmpty().doesNotContainPattern("[\\p{Cc}\\p{Cf}]");
    }

    @Test
    void textIsPlainAndNotCached() {
        HttpResponse<String> answer = get("query-gpu=index,utilization.gpu&format=csv,noheader&id=2");

        assertThat(answer.statusCode()).isEqualTo(200);
        assertThat(answer.body()).isEqualTo("2, 53 %\n");
        assertThat(answer.headers().firstValue("Content-Type")).hasValue("text/plain;charset=UTF-8");
        assertThat(answer.headers().firstValue("Cache-Control")).hasValue("no-store");
    }

    @Test
    void shortNameIsEquivalent() {
        assertThat(get("gpu=index&format=csv").body())
                .isEqualTo(get("query-gpu=index&format=csv").body())
                .isEqualTo(get("query-gpu=index").body())
                .isEqualTo("index\n0\n1\n2\n3\n");
    }

    @Test
    void gpusComeInTheirOwnOrderAndOnce() {
        assertThat(get("query-gpu=index&format=csv,noheader&id=3,1,00000000:1A:00.0,1,99")
                        .body())
                .isEqualTo("0\n1\n3\n");
        assertThat(get("query-gpu=index&format=csv,noheader&id=GPU-2a6f1e2c-7b1d-4c3e-9f00-2d1c0b9a8e77")
                        .body())
                .isEqualTo("2\n");
        assertThat(get("query-gpu=index&format=csv,noheader&id=96.00.89.00.01").body())
                .isEqualTo("0\n1\n2\n3\n");
    }

    @Test
    void theLogIsServedAsXml() {
        HttpResponse<String> answer = get("q&x&id=1");

        assertThat(answer.headers().firstValue("Content-Type")).hasValue("application/xml;charset=UTF-8");
        assertThat(answer.body())
                .startsWith("<?xml version=\"1.0\" ?>\n<!DOCTYPE")
                .containsOnlyOnce("</gpu>");
    }

    @Test
    void logIsServed() {
        assertThat(get("q&d=COMPUTE&id=1").body())
                .startsWith("\n==============NVSMI LOG==============\n")
                .contains("Attached GPUs                                          : 4\n")
                .contains("\nGPU 00000000:1B:00.0\n    Compute Mode ")
                .doesNotContain("1A:00.0");
        assertThat(get("q").body()).contains("Product Name", "Fabric");
    }

    @Test
    void theListOfGpusIsServed() {
        assertThat(get("L&id=1").body())
                .isEqualTo("GPU 1: NVIDIA H100 80GB HBM3 (UUID: GPU-1a6f1e2c-7b1d-4c3e-9f00-2d1c0b9a8e77)\n");
    }

    @Test
    void everyListOfNvidiaSmiHasItsSwitch() {
        assertThat(get("query-compute-apps=pid,used_memory&format=csv").body())
                .isEqualTo("pid, used_gpu_memory [MiB]\n");
        assertThat(get("query-accounted-apps=pid,time&format=csv").body()).startsWith("pid, time [ms]\n");
        assertThat(get("query-retired-pages=retired_pages.cause&format=csv").body())
                .startsWith("retired_pages.cause\n");
        assertThat(get("query-remapped-rows=gpu_name&format=csv,noheader&id=1").body())
                .isEqualTo("NVIDIA H100 80GB HBM3\n");
        assertThat(get("query-supported-clocks=mem,gr&format=csv&id=1").body())
                .isEqualTo("memory [MHz], graphics [MHz]\n[N/A], [N/A]\n");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '\'',
            value = {
                "query-gpu=foo | 400 | Field \"foo\" is not a valid field to query.",
                "query-gpu=index&format=json | 400 | Format modifier is not recognized.",
                "query-gpu=index&format= | 400 | Format modifier is not recognized.",
                "query-gpu=index&format=noheader | 400 | Format modifier --format=csv is mandatory.",
                "query-gpu=index&query-compute-apps=pid | 400 | Only one --query-* switch can be used at a time.",
                "query-gpu=index&q | 400 | Only one --query-* switch can be used at a time.",
                "query-gpu=index&query-gpu=name | 400 | ERROR: Option --query-gpu can only be given once.",
                "query-gpu=index&bogus=1 | 400 | ERROR: Option --bogus is not recognized. Please run 'nvidia-smi -h'"
                        + " for help.",
                "q&y=1 | 400 | ERROR: Option -y is not recognized. Please run 'nvidia-smi -h' for help.",
                "x | 400 | The query is empty; try query-gpu=name,utilization.gpu&format=csv,"
                        + " query-compute-apps=pid,used_memory&format=csv, q, q&x, or L.",
                "L&d=ECC | 400 | -d cannot be combined with -L.",
                "L&format=csv | 400 | --format cannot be combined with -L.",
                "query-gpu=name&x | 400 | -x can only be combined with -q.",
                "q&x&d=NONSENSE | 400 | Failed to parse --display/-d flags",
                "query-gpu=index&L | 400 | Only one --query-* switch can be used at a time.",
                "query-gpu=index&d=ECC | 400 | -d can only be combined with -q.",
                "q&format=csv | 400 | --format cannot be combined with -q.",
                "query-gpu=index&loop=0 | 400 | 'Provided [-l(ms) | --loop(-ms)=] value is incorrect. Loop frequency"
                        + " must be greater than 0.'",
                "query-gpu=index&loop-ms=00 | 400 | 'Provided [-l(ms) | --loop(-ms)=] value is incorrect. Loop"
                        + " frequency must be greater than 0.'",
                "q&d=FOO | 400 | Failed to parse --display/-d flags",
                "query-remapped-rows=pid | 400 | Field \"pid\" is not a valid field to query.",
                "query-remapped-rows=gpu_uuid&query-retired-pages=gpu_uuid | 400 | Only one --query-* switch can be"
                        + " used at a time.",
                "query-gpu=index&loop=-1 | 400 | Invalid interval \"-1\": --loop takes a whole number of seconds"
                        + " from 1 to 86400.",
                "query-gpu=index&loop-ms=1e3 | 400 | Invalid interval \"1e3\": --loop-ms takes a whole number of"
                        + " milliseconds from 1 to 86400000.",
                "query-gpu=index&loop=1&loop-ms=5 | 400 | Only one of --loop and --loop-ms can be used at a time.",
                "query-gpu=index&loop=86401 | 400 | Invalid interval \"86401\": --loop takes a whole number of seconds"
                        + " from 1 to 86400.",
                "query-gpu=index&id=99 | 404 | No devices were found",
                "query-gpu=index&id=GPU-2a6f | 404 | No devices were found",
                "query-gpu=index&id= | 404 | No devices were found"
            })
    void errorIsExplainedInASentence(String query, int status, String sentence) {
        HttpResponse<String> answer = get(query);

        assertThat(answer.statusCode()).isEqualTo(status);
        assertThat(answer.body()).isEqualTo(sentence + "\n\n");
        assertThat(answer.headers().firstValue("Content-Type")).hasValue("text/plain;charset=UTF-8");
    }

    @Test
    void emptyQueryIsRejectedWithAnExample() {
        assertThat(get("").statusCode()).isEqualTo(400);
        assertThat(get("").body()).startsWith("The query is empty; try query-gpu=");
    }

    @Test
    void problemIsSentToClientsThatAcceptIt() {
        HttpResponse<String> answer = Http.get(server, "/api/v1/query?query-gpu=foo", "application/problem+json");

        assertThat(answer.statusCode()).isEqualTo(400);
        assertThat(answer.headers().firstValue("Content-Type")).hasValue("application/problem+json");
        assertThat(answer.body()).contains("Field \\\"foo\\\" is not a valid field to query.");
    }

    @Test
    void aLoopPrintsItsHeaderOnceAndALineForEachRoundThatIsFlushedByItself() {
        String path = "/api/v1/query?query-gpu=index,utilization.gpu&format=csv&loop-ms=500";
        try (TestServer own = TestServer.started().takes(Snapshots.numbered(0));
                RawConnection format = RawConnection.get(own, path, "Accept-Encoding: gzip")) {
            assertThat(format.headers())
                    .containsIgnoringCase("\r\nContent-Type: text/plain;charset=UTF-8\r\n")
                    .containsIgnoringCase("\r\nX-Accel-Buffering: no\r\n")
                    .doesNotContainIgnoringCase("gzip");
            assertThat(format.chunk()).isEqualTo("index, utilization.gpu [%]\n");
            assertThat(format.chunk()).isEqualTo("0, 53 %\n");

            own.takes(Snapshots.numbered(1));
            assertThat(format.chunk()).isEqualTo("0, 53 %\n");
        }
    }

    @Test
    void loopWithoutLinesStartsItsResponse() {
        String path = "/api/v1/query?query-compute-apps=pid&format=csv,noheader&loop=1";
        try (TestServer own = TestServer.started().takes(Snapshots.numbered(0));
                RawConnection format = RawConnection.get(own, path)) {
            assertThat(format.headers()).startsWith("HTTP/1.1 200 OK\r\n");
        }
    }

    @Test
    void loopsWithDifferentOutputCountAsEncodings() {
        try (TestServer own =
                        TestServer.started("gpulse.stream.max-encodings=2").takes(Snapshots.ofGpus(2));
                RawConnection first = RawConnection.get(own, loop("query-gpu=index&loop=1"));
                RawConnection same = RawConnection.get(own, loop("query-gpu=index&loop-ms=700"));
                RawConnection other = RawConnection.get(own, loop("query-gpu=index,name&loop=1"))) {
            assertThat(first.headers()).startsWith("HTTP/1.1 200 OK\r\n");
            assertThat(same.headers()).startsWith("HTTP/1.1 200 OK\r\n");
            assertThat(other.headers()).startsWith("HTTP/1.1 200 OK\r\n");

            HttpResponse<String> refused = Http.get(own, loop("query-gpu=name&loop=1"));
            assertThat(refused.statusCode()).isEqualTo(503);
            assertThat(refused.body()).contains("gpulse.stream.max-encodings");
            assertThat(refused.headers().firstValue("Retry-After")).hasValue("5");
        }
    }

    private static String loop(String query) {
        return "/api/v1/query?format=csv&" + query;
    }

    @Test
    void loopPrintsAtItsInterval() {
        try (TestServer own = TestServer.started().takes(Snapshots.numbered(0));
                RawConnection format =
                        RawConnection.get(own, "/api/v1/query?query-gpu=index,count&format=csv,noheader&loop=3")) {
            format.headers();
            assertThat(format.chunk()).isEqualTo("0, 1\n");

            own.takes(Snapshots.numbered(1)).takes(Snapshots.numbered(2));
            own.takes(Snapshots.of(3, Snapshots.NVML, List.of(Snapshots.gpu(0), Snapshots.gpu(1))));
            assertThat(format.chunk()).isEqualTo("0, 2\n1, 2\n");
        }
    }

    @Test
    void simulatedGpusAreMarked() {
        Source demo = new Source(SourceKind.DEMO, true, "580.95.05", null, "13.0", null);
        try (TestServer own = TestServer.started().takes(Snapshots.of(0, demo, List.of(Snapshots.gpu(0))))) {
            assertThat(Http.get(own, "/api/v1/query?query-gpu=index").headers().firstValue("Gpulse-Simulated"))
                    .hasValue("true");
            assertThat(Http.get(own, "/api/v1/query?q&d=COMPUTE").body())
                    .contains("\nDEMO: these GPUs do not exist; every number is simulated.\n");
        }
        assertThat(get("q&d=COMPUTE").body()).doesNotContain("DEMO");
        assertThat(get("query-gpu=index").headers().firstValue("Gpulse-Simulated"))
                .isEmpty();
    }

    @Test
    void missingDriverIsReportedInNvidiaSmisWords() {
        try (TestServer own = TestServer.started()) {
            assertThat(Http.get(own, "/api/v1/query?q").statusCode()).isEqualTo(503);

            own.takes(Snapshots.of(0, Source.none("No driver."), List.of()));
            HttpResponse<String> answer = Http.get(own, "/api/v1/query?query-gpu=index");
            assertThat(answer.statusCode()).isEqualTo(503);
            assertThat(answer.body()).startsWith("NVIDIA-SMI has failed because it couldn't communicate");
            assertThat(answer.headers().firstValue("Retry-After")).hasValue("10");

            own.takes(Snapshots.of(1, Snapshots.NVML, List.of()));
            assertThat(Http.get(own, "/api/v1/query?query-gpu=index").body()).isEqualTo("No devices were found\n\n");
        }
    }

    private static HttpResponse<String> get(String query) {
        return Http.get(server, "/api/v1/query?" + query);
    }
}
