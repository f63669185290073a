package io.gpulse.security;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpulse.device.Snapshot;
import io.gpulse.security.Caller.Answer;
import io.gpulse.testing.Snapshots;
import io.gpulse.testing.TestServer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Base64;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Authorization of requests, over a real port. */
class RequestAuthorizationTests {

    private static final List<String> BESIDE_THE_CONTRACT =
            List.of("/actuator", "/actuator/info", "/actuator/prometheus", "/");

    private static TestServer open;
    private static TestServer guarded;

    @BeforeAll
    static void start() {
        // Health changes when a snapshot is old: this one stays fresh.
        Snapshot snapshot = Snapshots.every(Duration.ofHours(1), Snapshots.numbered(0));
        open = TestServer.started().takes(snapshot);
        guarded = TestServer.started(Guarded.withTokensAndUser()).takes(snapshot);
    }

    @AfterAll
    static void end() {
        open.close();
        guarded.close();
    }

    @ParameterizedTest
    @ValueSource(strings = {"/api/v1/snapshot", "/api/v1/status", "/", "/actuator/prometheus"})
    void withoutCredentialsEveryClientOfThisMachineMayRead(String path) {
        assertThat(Caller.of(open).get(path).status()).isEqualTo(200);
    }

    /** Public operations: sign-in and health. */
    private static final Set<String> OPEN_TO_EVERYBODY =
            Set.of("/login", "/logout", "/actuator/health", "/actuator/health/liveness", "/actuator/health/readiness");

    @Test
    void withCredentialsEveryOperationOfTheContractNeedsThemOnThisMachineToo() {
        JsonNode paths = JsonMapper.shared()
                .readTree(Caller.of(guarded, "Accept-Encoding: identity")
                        .get("/v3/api-docs")
                        .body()
                        .replaceFirst("(?s)^[^{]*", ""))
                .get("paths");
        List<String> operations = paths.propertyNames().stream().toList();

        assertThat(operations).contains("/api/v1/snapshot", "/api/v1/stream").hasSizeGreaterThan(12);
        assertThat(operations)
                .filteredOn((path) -> !OPEN_TO_EVERYBODY.contains(path))
                .allSatisfy((path) -> assertThat(Caller.of(guarded)
                                .get(path.replace("{id}", "0").replace("{name}", "ops"))
                                .status())
                        .as(path)
                        .isEqualTo(401));
        assertThat(BESIDE_THE_CONTRACT)
                .allSatisfy((path) -> assertThat(Caller.of(guarded).get(path).status())
                        .as(path)
                        .isEqualTo(401));
    }

    @Test
    void aMisspeltParameterIsNotReportedToUnauthenticatedClients() {
        assertThat(Caller.of(guarded).get("/api/v1/snapshot?x=1").status()).isEqualTo(401);
        assertThat(Caller.of(guarded).get("/?x=1").status()).isEqualTo(401);
    }

    @Test
    void aRejectionIsAProblemThatNamesTheRemedy() {
        Answer answer = Caller.of(guarded).get("/api/v1/snapshot");

        assertThat(answer.header("Content-Type")).contains("application/problem+json");
        assertThat(answer.header("Cache-Control")).contains("no-store");
        assertThat(answer.header("WWW-Authenticate")).contains("Bearer realm=\"gpulse\"");
        assertThat(answer.body())
                .contains("\"status\":401")
                .contains("Authorization: Bearer TOKEN")
                .contains("/login");
    }

    @Test
    void withoutUsersThereIsNoChallengeForAPassword() {
        try (TestServer server = TestServer.started(Guarded.TOKENS)) {
            assertThat(Caller.of(server).get("/api/v1/snapshot").headers())
                    .filteredOn((line) -> line.startsWith("WWW-Authenticate"))
                    .containsExactly("WWW-Authenticate: Bearer realm=\"gpulse\"");
        }
    }

    @Test
    void aBrowserGetsNoChallengeForItsPasswordDialog() {
        Answer curl = Caller.of(guarded, "User-Agent: curl/8.5.0").get("/api/v1/snapshot");
        Answer browser = Caller.of(guarded, "User-Agent: Mozilla/5.0").get("/api/v1/snapshot");

        assertThat(curl.headers()).anyMatch((line) -> line.contains("Basic realm"));
        assertThat(browser.headers()).noneMatch((line) -> line.contains("Basic realm"));
    }

    @ParameterizedTest
    @CsvSource({
        "0123456789abcdef-reader,  /api/v1/snapshot, 200",
        "0123456789abcdef-reader,  /actuator/prometheus, 200",
        "0123456789abcdef-reader,  /, 200",
        "0123456789abcdef-scraper, /actuator/prometheus, 200",
        "0123456789abcdef-scraper, /api/v1/snapshot, 403",
        "0123456789abcdef-scraper, /api/v1/catalogue, 403",
        "0123456789abcdef-scraper, /actuator/info, 403",
        "0123456789abcdef-scraper, /, 403",
        "0123456789abcdef-auditor, /api/v1/snapshot, 200",
        "0123456789abcdef-readeR,  /api/v1/snapshot, 401",
        "0123456789abcdef-reader0, /api/v1/snapshot, 401",
        "0123456789abcdef,         /api/v1/snapshot, 401",
        "'',                       /api/v1/snapshot, 401"
    })
    void aTokenHasTheAccessOfItsScopes(String token, String path, int status) {
        Answer answer = Caller.withToken(guarded, token).get(path);

        assertThat(answer.status()).isEqualTo(status);
    }

    @Test
    void aMissingScopeIsAProblem() {
        Answer answer = Caller.withToken(guarded, Guarded.SCRAPER).get("/api/v1/snapshot");

        assertThat(answer.header("Content-Type")).contains("application/problem+json");
        assertThat(answer.body()).contains("\"status\":403").contains("scopes");
    }

    @ParameterizedTest
    @CsvSource({
        "anna:tigers eat gpus, 200",
        "anna:tigers eat gpu,  401",
        "anna:,                401",
        "Anna:tigers eat gpus, 401",
        "bert:tigers eat gpus, 401",
        "anna,                 401"
    })
    void aUserHasAPassword(String pair, int status) {
        String encoded = Base64.getEncoder().encodeToString(pair.getBytes(StandardCharsets.UTF_8));

        assertThat(Caller.of(guarded, "Authorization: Basic " + encoded)
                        .get("/api/v1/snapshot")
                        .status())
                .isEqualTo(status);
    }

    @Test
    void invalidBase64IsRejected() {
        assertThat(Caller.of(guarded, "Authorization: Basic %%%")
                        .get("/api/v1/snapshot")
                        .status())
                .isEqualTo(401);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"Authorization: Basic Zm9yOnByb3h5", "Authorization: Bearer of-a-hub", "Authorization: token x"})
    void credentialsForAProxyAreIgnored(String header) {
        assertThat(Caller.of(open, header).get("/api/v1/snapshot").status()).isEqualTo(200);
    }

    @ParameterizedTest
    @CsvSource({
        "GET,    /api/v1/nothing,        401, 404",
        "GET,    /nothing.html,          401, 404",
        "GET,    /actuator/env,          401, 404",
        "GET,    /actuator/heapdump,     401, 404",
        "GET,    /actuator/configprops,  401, 404",
        "POST,   /api/v1/snapshot,       401, 403",
        "POST,   /api/v1/nothing,        401, 403",
        "DELETE, /api/v1/gpus/0,         401, 403",
        "POST,   /actuator/info,         401, 403",
        "POST,   /actuator/prometheus,   401, 403",
        "GET,    /assets/gone.js,        404, 404",
        "POST,   /GPU-Memory,            405, 405",
        "GET,    /logout,                405, 405",
        "PUT,    /login,                 405, 405"
    })
    void pathsWithoutARuleNeedTheScopeOfTheirMethod(String method, String path, int stranger, int reader) {
        assertThat(Caller.of(guarded).send(method, path, "").status()).isEqualTo(stranger);
        assertThat(Caller.withToken(guarded, Guarded.READER)
                        .send(method, path, "")
                        .status())
                .isEqualTo(reader);
    }

    @Test
    void withAnonymousReadAloneAChangeIsForbiddenWithoutAChallenge() {
        try (TestServer server = TestServer.started("gpulse.security.anonymous=read")
                .takes(Snapshots.of(0, Snapshots.NVML, List.of(Snapshots.gpu(0))))) {
            Answer answer = Caller.of(server).send("POST", "/api/v1/snapshot", "");

            assertThat(answer.status()).isEqualTo(403);
            assertThat(answer.headers()).noneMatch((line) -> line.startsWith("WWW-Authenticate"));
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"/GPU-Memory", "/gpus/0", "/login", "/v3/api-docs", "/swagger-ui/index.html"})
    void pagesAndTheContractArePublic(String path) {
        assertThat(Caller.of(guarded).get(path).status()).isEqualTo(200);
    }

    @ParameterizedTest
    @CsvSource({
        "GET,  /GPU-Memory",
        "GET,  /gpus/0",
        "GET,  /login",
        "GET,  /v3/api-docs",
        "GET,  /swagger-ui/index.html",
        "GET,  /actuator/health",
        "GET,  /actuator/health/liveness",
        "GET,  /assets/gone.js",
        "POST, /GPU-Memory"
    })
    void aWrongTokenClosesNothingThatIsOpen(String method, String path) {
        Answer stranger = Caller.of(guarded).send(method, path, "");

        assertThat(Caller.withToken(guarded, "wrong-wrong-wrong-wrong")
                        .send(method, path, "")
                        .status())
                .isEqualTo(stranger.status());
        assertThat(Caller.of(guarded, "Authorization: Basic !!!")
                        .send(method, path, "")
                        .status())
                .isEqualTo(stranger.status());
        assertThat(stranger.status()).isNotEqualTo(401);
    }

    @Test
    void healthIsPublicAndItsDetailsNeedRead() {
        Answer stranger = Caller.of(guarded).get("/actuator/health");
        Answer reader = Caller.withToken(guarded, Guarded.READER).get("/actuator/health");

        assertThat(stranger.status()).isEqualTo(reader.status());
        assertThat(stranger.body()).contains("\"status\"").doesNotContain("gpus");
        assertThat(reader.body()).contains("gpus");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "/api/v1/%73napshot",
                "/api//v1/snapshot",
                "/api/v1/snapshot/",
                "/api/v1/./snapshot",
                "/GPU-Memory/../api/v1/snapshot",
                "/assets/../api/v1/snapshot",
                "/actuator/health/../prometheus",
                "/actuator/health/..%2fprometheus",
                "/api/v1/snapshot;a=b",
                "/login/../api/v1/snapshot",
                "//api/v1/snapshot",
                "/api/v1/snapshot%00",
                "/api/v1\\snapshot"
            })
    void anAddressWrittenInAnotherWayOpensNothing(String path) {
        Answer answer = Caller.of(guarded).get(path);

        assertThat(answer.status()).isIn(400, 401, 404);
        assertThat(answer.body()).doesNotContain("takenAt").doesNotContain("jvm_");
    }

    @Test
    void anonymousReadIncludesNoCommandLines() {
        try (TestServer server = TestServer.started(Guarded.withTokensAndUser("gpulse.security.anonymous=read"))
                .takes(Snapshots.of(0, Snapshots.NVML, List.of(Snapshots.gpu(0))))) {
            assertThat(Caller.of(server).get("/api/v1/snapshot").status()).isEqualTo(200);
            assertThat(Caller.withToken(server, "wrong-wrong-wrong-wrong")
                            .get("/api/v1/snapshot")
                            .status())
                    .isEqualTo(401);
        }
    }
}
