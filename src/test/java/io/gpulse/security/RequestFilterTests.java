package io.gpulse.security;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpulse.testing.Http;
import io.gpulse.testing.RawConnection;
import io.gpulse.testing.TestServer;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class RequestFilterTests {

    private static final List<String> PATHS =
            List.of("/", "/api/v1/status", "/api/v1/query?q", "/login", "/nothing", "/actuator/health/liveness");

    private static TestServer server;

    @BeforeAll
    static void start() {
        server = TestServer.started();
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    @ParameterizedTest
    @ValueSource(strings = {"garbage", "*/*;q=2", "*/json", "text/html, application/json;charset=nonsense"})
    void anInvalidAcceptHeaderIsRejectedEverywhereInTheSameWords(String accept) {
        for (String path : PATHS) {
            HttpResponse<String> answer = Http.get(server, path, accept);

            assertThat(answer.statusCode()).as(path).isEqualTo(406);
            assertThat(answer.body()).contains("\"status\":406", "Invalid Accept header");
        }
    }

    @Test
    void anAcceptThatNamesMoreThanAnybodyReadsIsRefused() {
        assertThat(Http.get(server, "/api/v1/status", "a/b,".repeat(50) + "*/*").statusCode())
                .isEqualTo(406);
        assertThat(Http.get(server, "/api/v1/status", "a/b,".repeat(49) + "*/*").statusCode())
                .isEqualTo(200);
    }

    @ParameterizedTest
    @ValueSource(strings = {"//", "///", "//api/v1/status", "/api/v1/status;a=b"})
    void anAmbiguousAddressIsRejectedWithTheAddressAsSent(String path) {
        HttpResponse<String> answer = Http.get(server, path, "*/*");

        assertThat(answer.statusCode()).isEqualTo(400);
        assertThat(answer.body()).contains("\"instance\":\"" + path + "\"", "The address is ambiguous");
    }

    @Test
    void onlyTheAddressCanBeAmbiguous() {
        assertThat(Caller.of(server, "Accept-Language: \u0085").get("/login").status())
                .isEqualTo(200);
        assertThat(Caller.of(server).get("/api/v1/report?lang=%C2%85").body())
                .contains("\"status\":400", "lang must be en or zh")
                .doesNotContain("ambiguous");
        assertThat(Caller.of(server).send("BREW", "/api/v1/status", "").status())
                .isEqualTo(405);
    }

    @ParameterizedTest
    @CsvSource({
        "GET /login HTTP/1.1,                                   400",
        "GET /login HTTP/1.0,                                   200",
        "GET /login HTTP/1.1|Host: localhost,                   200",
        "GET /login HTTP/1.1|Host: localhost|Host: 127.0.0.1,   400"
    })
    void aRequestHasOneHostHeader(String lines, int status) {
        try (RawConnection connection = RawConnection.silent(server)) {
            connection.send(lines.replace("|", "\r\n") + "\r\nConnection: close\r\n\r\n");

            assertThat(connection.headers()).startsWith("HTTP/1.").contains(" " + status + " ");
        }
    }

    @Test
    void aLanguageThatCannotBeReadIsEnglish() {
        byte[] page = Http.bytes(server, "/login", "Accept-Language", "nonsense-;q=NaN")
                .body();

        assertThat(new String(page, StandardCharsets.UTF_8)).contains("lang=\"en");
    }
}
