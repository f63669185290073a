package io.gpulse.ui;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpulse.testing.Http;
import io.gpulse.testing.Snapshots;
import io.gpulse.testing.TestServer;
import java.net.URI;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class DashboardTests {

    private static final String BROWSER = "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8";

    @TempDir
    private static Path files;

    private static TestServer server;

    @BeforeAll
    static void start() {
        server = TestServer.startedWith(BuiltUi.in(files))
                .takes(Snapshots.of(0, Snapshots.NVML, List.of(Snapshots.gpu(0))));
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    @Test
    void theRootServesThePageToClientsThatAcceptHtml() {
        var page = Http.get(server, "/", BROWSER);

        assertThat(page.statusCode()).isEqualTo(200);
        assertThat(page.headers().firstValue("Content-Type")).contains("text/html;charset=UTF-8");
        assertThat(page.headers().firstValue("Cache-Control")).contains("no-cache");
        assertThat(page.headers().allValues("Vary")).contains("Accept");
        assertThat(page.body()).contains("<base href=\"./\">").contains("./assets/app-1a2b.js");
    }

    @ParameterizedTest
    @ValueSource(strings = {"*/*", "text/plain", "text/*", "application/json", "image/png"})
    void theFrontDoorShowsTheTableToAllOthers(String accept) {
        var table = Http.get(server, "/", accept);

        assertThat(table.statusCode()).isEqualTo(200);
        assertThat(table.headers().firstValue("Content-Type")).contains("text/plain;charset=UTF-8");
        assertThat(table.headers().firstValue("Cache-Control")).contains("no-store");
        assertThat(table.headers().allValues("Vary")).contains("Accept");
        assertThat(table.body())
                .startsWith("gpulse on trn-h100-03")
                .contains("\nGPU  Name")
                .endsWith("\n");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "/GPU-Utilization",
                "/GPU-Memory",
                "/GPU-Resources",
                "/PCIe-Throughput",
                "/NVLink-Throughput",
                "/NVLink-Timeline",
                "/Machine-Resources",
                "/Processes",
                "/gpus/0",
                "/gpus/GPU-de300000-0000-4000-8000-000000000000",
                "/index.html"
            })
    void theRoutesOfTheDashboardServeThePageToEveryClient(String path) {
        var page = Http.get(server, path, "*/*");

        assertThat(page.headers().firstValue("Content-Type")).contains("text/html;charset=UTF-8");
        assertThat(root(path, page.body())).isEqualTo("/");
    }

    @ParameterizedTest
    @ValueSource(strings = {"/nothing-here", "/nothing/deeper", "/nothing/deeper/", "/gpus", "/GPU-utilization"})
    void anUnknownAddressIsAPageForABrowserAndIsStillNotFound(String path) {
        var page = Http.get(server, path, BROWSER);

        assertThat(page.statusCode()).isEqualTo(404);
        assertThat(page.headers().firstValue("Content-Type")).contains("text/html;charset=UTF-8");
        assertThat(page.headers().firstValue("Cache-Control")).contains("no-store");
        assertThat(page.headers().allValues("Vary")).contains("Accept");
        assertThat(page.headers().firstValue("Content-Security-Policy")).isPresent();
        assertThat(root(path, page.body())).isEqualTo("/");
    }

    @ParameterizedTest
    @ValueSource(strings = {"*/*", "application/json", "text/html, application/json", "text/plain", "image/png"})
    void anUnknownAddressIsAProblemForAllOthers(String accept) {
        var problem = Http.get(server, "/nothing-here", accept);

        assertThat(problem.statusCode()).isEqualTo(404);
        assertThat(problem.headers().firstValue("Content-Type")).contains("application/problem+json");
        assertThat(problem.body()).contains("There is nothing at /nothing-here");
    }

    @ParameterizedTest
    @ValueSource(strings = {"/api/v1/nothing", "/assets/gone.js", "/actuator/nothing", "/v3/nothing"})
    void belowTheApiAndTheFilesAnUnknownAddressIsAProblemForBrowsersToo(String path) {
        var problem = Http.get(server, path, BROWSER);

        assertThat(problem.statusCode()).isEqualTo(404);
        assertThat(problem.headers().firstValue("Content-Type")).contains("application/problem+json");
    }

    @Test
    void filesWithAHashAreKeptForEverAndComeCompressed() {
        var plain = Http.get(server, "/assets/app-1a2b.js");
        var zipped = Http.bytes(server, "/assets/app-1a2b.js", "Accept-Encoding", "gzip");

        assertThat(plain.body()).isEqualTo(BuiltUi.script());
        assertThat(plain.headers().firstValue("Cache-Control")).contains("max-age=31536000, public, immutable");
        assertThat(zipped.headers().firstValue("Content-Encoding")).contains("gzip");
        assertThat(zipped.headers().allValues("Vary")).anyMatch((vary) -> vary.equalsIgnoreCase("Accept-Encoding"));
        assertThat(zipped.body()).hasSizeLessThan(BuiltUi.script().length() / 2).startsWith((byte) 0x1f, (byte) 0x8b);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "/",
                "/api/v1/snapshot",
                "/nothing",
                "/assets/app-1a2b.js",
                "/swagger-ui/index.html",
                "/actuator/health"
            })
    void everyResponseRestrictsBrowsersToItsOwnContent(String path) {
        HttpResponse<String> response = Http.get(server, path);

        assertThat(response.headers().firstValue("Content-Security-Policy").orElse(""))
                .startsWith("default-src 'self'; script-src 'self'; worker-src 'self';")
                .endsWith("frame-ancestors 'self'");
        assertThat(response.headers().firstValue("X-Content-Type-Options")).contains("nosniff");
        assertThat(response.headers().firstValue("Referrer-Policy")).contains("same-origin");
    }

    @Test
    void swaggerRunsNoInlineScriptAndItsAddressesAreRelative() {
        var redirect = Http.get(server, "/swagger-ui.html");

        assertThat(redirect.statusCode()).isEqualTo(302);
        assertThat(redirect.headers().firstValue("Location")).contains("./swagger-ui/index.html");
        assertThat(Http.get(server, "/swagger-ui/index.html").body()).doesNotContain("<script>");
        assertThat(Http.get(server, "/swagger-ui/swagger-initializer.js").body())
                .contains("\"../v3/api-docs/swagger-config\"");
        assertThat(Http.get(server, "/v3/api-docs/swagger-config").body()).contains("\"url\":\"../v3/api-docs\"");
    }

    @ParameterizedTest
    @CsvSource({
        "/Events, ./Timeline?list=1",
        "/Events?at=2026-11-20T10:00:00.000Z&q=a%20b, ./Timeline?at=2026-11-20T10:00:00.000Z&q=a%20b&list=1",
        "/Events?embed=1&panel=density, ./Timeline?embed=1&panel=density",
        "/Events?embed=1&gpus=3, ./Timeline?embed=1&gpus=3&panel=list"
    })
    void anAddressOfAnEarlierVersionLeadsToItsPageWithItsQuery(String old, String now) {
        var redirect = Http.get(server, old, BROWSER);

        assertThat(redirect.statusCode()).isEqualTo(302);
        assertThat(redirect.headers().firstValue("Location")).contains(now);
    }

    @Test
    void belowAConfiguredPathThePageFindsItsFiles() {
        try (TestServer prefixed =
                TestServer.startedWith(BuiltUi.in(subfolder("p")), "spring.webflux.base-path=/gpu")) {
            for (String path : List.of("/gpu/GPU-Utilization", "/gpu/", "/gpu", "/gpu/gpus/0")) {
                assertThat(root(path, Http.get(prefixed, path, BROWSER).body()))
                        .as(path)
                        .isEqualTo("/gpu/");
            }
            assertThat(Http.get(prefixed, "/gpu/Events").headers().firstValue("Location"))
                    .contains("./Timeline?list=1");
            assertThat(Http.get(prefixed, "/gpu/swagger-ui.html").headers().firstValue("Location"))
                    .contains("./swagger-ui/index.html");
        }
    }

    @Test
    void belowAPrefixThatIsForwardedThePageFindsItsFiles() {
        try (TestServer proxied =
                TestServer.startedWith(BuiltUi.in(subfolder("f")), "server.forward-headers-strategy=framework")) {
            var page = Http.bytes(proxied, "/gpus/0", "Accept", BROWSER, "X-Forwarded-Prefix", "/gpu");

            assertThat(root("/gpu/gpus/0", new String(page.body(), StandardCharsets.UTF_8)))
                    .isEqualTo("/gpu/");
        }
    }

    @Test
    void theListOfPagesForOtherProgramsIsServed() {
        var list = Http.get(server, "/embed.json");

        assertThat(list.statusCode()).isEqualTo(200);
        assertThat(list.headers().firstValue("Content-Type")).contains("application/json");
        assertThat(list.body()).isEqualTo(BuiltUi.EMBED);
    }

    @Test
    void withoutADashboardBrowsersGetANoticeAndTerminalsTheTable() {
        try (TestServer bare = TestServer.startedWith(BuiltUi.missing(subfolder("none")))) {
            bare.takes(Snapshots.of(0, Snapshots.NVML, List.of(Snapshots.gpu(0))));

            var response = Http.get(bare, "/", BROWSER);

            assertThat(response.headers().firstValue("Content-Type")).contains("text/plain;charset=UTF-8");
            assertThat(response.body()).startsWith("This gpulse was built without its dashboard (-DskipUi).");
            assertThat(Http.get(bare, "/").body()).startsWith("gpulse on trn-h100-03");
            assertThat(Http.get(bare, "/GPU-Memory", BROWSER).statusCode()).isEqualTo(404);
        }
    }

    /** Returns the path to which the base of a page resolves at that address. */
    private static String root(String path, String page) {
        Matcher base = Pattern.compile("<base href=\"([^\"]+)\">").matcher(page);
        assertThat(base.find()).isTrue();
        return URI.create("http://localhost" + path).resolve(base.group(1)).getPath();
    }

    private static Path subfolder(String name) {
        Path folder = files.resolve(name);
        assertThat(folder.toFile().mkdir()).isTrue();
        return folder;
    }
}
