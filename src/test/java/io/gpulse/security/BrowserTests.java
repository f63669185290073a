package io.gpulse.security;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpulse.security.Caller.Answer;
import io.gpulse.testing.Snapshots;
import io.gpulse.testing.TestServer;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Requests that a foreign page makes a browser send, all of which gpulse rejects. */
class BrowserTests {

    private static final String RIGHT = "user=anna&secret=tigers+eat+gpus";
    private static TestServer server;

    @BeforeAll
    static void start() {
        server = TestServer.started(Guarded.withTokensAndUser(
                        "gpulse.hostname= Node-5.site.example ",
                        "gpulse.security.anonymous=read",
                        "gpulse.security.hosts=gpu7.example.org,*.lab.example"))
                .takes(Snapshots.of(0, Snapshots.NVML, List.of(Snapshots.gpu(0))));
    }

    @AfterAll
    static void end() {
        server.close();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "localhost",
                "LOCALHOST:8080",
                "localhost.",
                "gpulse.localhost:8080",
                "127.0.0.1:8080",
                "192.168.1.7",
                "[::1]:8080",
                "gpu7.example.org",
                "GPU7.example.org:443",
                "node1.lab.example",
                "node-5.site.example:8080",
                "node-5.site.example.local"
            })
    void answersToItsNames(String host) {
        assertThat(Caller.of(server, "Host: " + host).get("/api/v1/snapshot").status())
                .isEqualTo(200);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "evil.example",
                "evil.example:8080",
                "localhost.evil.example",
                "127.0.0.1.evil.example",
                "gpu7.example.org.evil.example",
                "lab.example",
                "evillab.example",
                "evilgpu7.example.org",
                "node-6.site.example",
                "localhost@evil.example",
                "1.2.3.4.5",
                "[evil.example]",
                ""
            })
    void rejectsUnknownHostNames(String host) {
        Answer answer = Caller.of(server, "Host: " + host).get("/api/v1/snapshot");

        assertThat(answer.status()).isIn(400, 421);
        assertThat(answer.body()).doesNotContain("takenAt");
    }

    @Test
    void theSignInPageHasTheConfiguredNameOfTheMachine() {
        assertThat(Caller.of(server).get("/login").body()).contains("Node-5.site.example");
    }

    @Test
    void namesThePropertyForHostNamesAndServesHealthUnderAnyName() {
        Answer answer = Caller.of(server, "Host: evil.example").get("/");

        assertThat(answer.header("Content-Type")).contains("application/problem+json");
        assertThat(answer.body()).contains("Unknown host name evil.example").contains("gpulse.security.hosts");
        assertThat(Caller.of(server, "Host: 10-2-3-4.pods.example")
                        .get("/actuator/health/liveness")
                        .status())
                .isEqualTo(200);
    }

    @ParameterizedTest
    @CsvSource({
        "Origin: http://evil.example,              403",
        "Origin: null,                             403",
        "Origin: http://localhost.evil.example,    403",
        "Origin: http://localhost:9999,            403",
        "Sec-Fetch-Site: cross-site,               403",
        "Sec-Fetch-Site: same-site,                403",
        "Origin: http://localhost,                 303",
        "Sec-Fetch-Site: same-origin,              303",
        "X-Nothing: said,                          303"
    })
    void rejectsSignInFromAnotherSite(String header, int status) {
        assertThat(Caller.of(server, header).post("/login", RIGHT).status()).isEqualTo(status);
    }

    @Test
    void acceptsRequestsWithATokenFromAnotherSite() {
        String[] headers = {"Origin: http://evil.example", "Authorization: Bearer " + Guarded.WRITER};

        assertThat(Caller.of(server, headers).post("/api/v1/snapshot", "").status())
                .isEqualTo(405);
        assertThat(Caller.of(server, "Origin: http://evil.example")
                        .post("/api/v1/snapshot", "")
                        .status())
                .isEqualTo(403);
    }

    @Test
    void letsNoOtherSiteReadItsResponses() {
        Answer simple = Caller.of(server, "Origin: http://evil.example").get("/api/v1/snapshot");
        Answer preflight = Caller.of(server, "Origin: http://evil.example", "Access-Control-Request-Method: GET")
                .send("OPTIONS", "/api/v1/snapshot", "");

        assertThat(simple.headers()).noneMatch((line) -> line.startsWith("Access-Control"));
        assertThat(preflight.headers()).noneMatch((line) -> line.startsWith("Access-Control"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"/", "/GPU-Memory", "/login", "/api/v1/snapshot", "/nothing", "/swagger-ui/index.html"})
    void restrictsBrowsersToItsOwnContent(String path) {
        Answer answer = Caller.of(server).get(path);

        assertThat(answer.header("Content-Security-Policy").orElseThrow())
                .contains("default-src 'self'", "script-src 'self';", "object-src 'none'", "frame-ancestors 'self'")
                .doesNotContain("'unsafe-eval'")
                .doesNotContain("script-src 'self' 'unsafe-inline'");
        assertThat(answer.header("X-Content-Type-Options")).contains("nosniff");
        assertThat(answer.header("Referrer-Policy")).contains("same-origin");
        assertThat(answer.header("Cross-Origin-Resource-Policy")).contains("same-origin");
        assertThat(answer.header("X-Frame-Options")).contains("SAMEORIGIN");
    }

    @Test
    void isShownInTheFramesThatAreConfigured() {
        try (TestServer framed = TestServer.started(
                "gpulse.security.frame-ancestors=https://hub.example.org,https://*.grafana.example")) {
            Answer answer = Caller.of(framed).get("/login");

            assertThat(answer.header("Content-Security-Policy").orElseThrow())
                    .endsWith("frame-ancestors 'self' https://hub.example.org https://*.grafana.example");
            assertThat(answer.header("X-Frame-Options")).isEmpty();
        }
    }

    @Test
    void swaggerUiCanBeSwitchedOff() {
        try (TestServer without =
                TestServer.started("springdoc.swagger-ui.enabled=false", "springdoc.api-docs.enabled=false")) {
            assertThat(Caller.of(without).get("/swagger-ui.html").status()).isEqualTo(404);
            assertThat(Caller.of(without).get("/v3/api-docs").status()).isEqualTo(404);
        }
    }
}
