package io.gpulse.security;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpulse.security.Caller.Answer;
import io.gpulse.testing.Snapshots;
import io.gpulse.testing.TestServer;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Sign-in and sign-out of a browser, over a real port. */
class LoginTests {

    private static final String RIGHT = "user=anna&secret=tigers+eat+gpus";
    private static TestServer server;

    @BeforeAll
    static void start() {
        server = TestServer.started(Guarded.withTokensAndUser())
                .takes(Snapshots.of(0, Snapshots.NVML, List.of(Snapshots.gpu(0))));
    }

    @AfterAll
    static void end() {
        server.close();
    }

    @Test
    void signInSetsACookieThatIsHiddenFromScriptsAndOtherSitesAndOpensTheStream() {
        Answer answer = Caller.of(server).post("/login", RIGHT);

        assertThat(answer.status()).isEqualTo(303);
        assertThat(answer.header("Set-Cookie").orElseThrow())
                .contains("HTTPOnly")
                .contains("SameSite=Lax")
                .contains("Path=/;")
                .doesNotContain("Secure");
        assertThat(Caller.of(server, answer.cookie()).get("/api/v1/snapshot").status())
                .isEqualTo(200);
        assertThat(Caller.of(server, answer.cookie())
                        .get("/api/v1/stream?every=soon")
                        .status())
                .isEqualTo(400);
    }

    @Test
    void aTokenMayBeTypedInToo() {
        Answer answer = Caller.of(server).post("/login", "user=&secret=" + Guarded.SCRAPER);

        assertThat(answer.status()).isEqualTo(303);
        assertThat(Caller.of(server, answer.cookie()).get("/api/v1/snapshot").status())
                .isEqualTo(403);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "user=anna&secret=wrong",
                "user=nobody&secret=tigers+eat+gpus",
                "secret=tigers+eat+gpus",
                "user=anna&user=anna",
                "user=&secret=",
                "a=b"
            })
    void aFailedSignInShowsTheFormAgainWithoutACookie(String form) {
        Answer answer = Caller.of(server).post("/login", form);

        assertThat(answer.status()).isEqualTo(401);
        assertThat(answer.body()).contains("Wrong user name, password or token.", "role=\"alert\"");
        assertThat(answer.header("Set-Cookie")).isEmpty();
    }

    @Test
    void aWrongPasswordKeepsTheName() {
        Answer answer = Caller.of(server).post("/login", "user=%22%3Eanna&secret=wrong");
        assertThat(answer.body()).contains("maxlength=\"256\" value=\"&quot;&gt;anna\">");
    }

    @Test
    void signOutEndsTheSession() {
        String cookie = Caller.of(server).post("/login", RIGHT).cookie();

        Answer out = Caller.of(server, cookie).post("/logout", "");

        assertThat(out.status()).isEqualTo(303);
        assertThat(out.header("Location")).contains("./login?signed-out");
        assertThat(Caller.of(server).get("/login?signed-out").body())
                .contains("You are signed out.", "role=\"status\"");
        assertThat(Caller.of(server, cookie).get("/api/v1/snapshot").status()).isEqualTo(401);
    }

    @Test
    void aNewSessionEndsTheOldestOfItsUser() {
        List<String> cookies = IntStream.rangeClosed(0, LoginSessions.MAX_OF_ONE_NAME)
                .mapToObj((browser) -> Caller.of(server).post("/login", RIGHT).cookie())
                .toList();
        String other = Caller.of(server)
                .post("/login", "user=&secret=" + Guarded.READER)
                .cookie();

        assertThat(status(cookies.get(0))).isEqualTo(401);
        assertThat(cookies.subList(1, cookies.size())).allMatch((cookie) -> status(cookie) == 200);
        assertThat(status(other)).isEqualTo(200);
    }

    @Test
    void repeatedSignInsEndNoSessionOfAnotherUser() {
        String other = Caller.of(server).post("/login", RIGHT).cookie();
        String again = Caller.of(server).post("/login", RIGHT).cookie();
        for (int time = 0; time < LoginSessions.MAX_OF_ONE_NAME; time++) {
            again = Caller.of(server, again).post("/login", RIGHT).cookie();
        }

        assertThat(status(other)).isEqualTo(200);
        assertThat(status(again)).isEqualTo(200);
    }

    private static int status(String cookie) {
        return Caller.of(server, cookie).get("/api/v1/snapshot").status();
    }

    @Test
    void signInReplacesTheSessionId() {
        Answer first = Caller.of(server).post("/login", RIGHT);
        Answer second = Caller.of(server, first.cookie()).post("/login", RIGHT);

        assertThat(second.cookie()).isNotEqualTo(first.cookie());
        assertThat(Caller.of(server, first.cookie()).get("/api/v1/snapshot").status())
                .isEqualTo(401);
    }

    @ParameterizedTest
    @ValueSource(strings = {"Cookie: gpulse-0=00000000-0000-4000-8000-000000000000", "Cookie: gpulse-0=", "Cookie: ="})
    void aMadeUpCookieOpensNothing(String cookie) {
        assertThat(Caller.of(server, cookie).get("/api/v1/snapshot").status()).isEqualTo(401);
    }

    @ParameterizedTest
    @CsvSource({
        "GPU-Memory, ./GPU-Memory",
        "gpus/0?panels=fan.speed, ./gpus/0?panels=fan.speed",
        "?embed=1, ./?embed=1",
        "?at=2026-03-01T12:00:00.000Z, ./?at=2026-03-01T12:00:00.000Z",
        "https://evil.example, ./",
        "//evil.example, ./",
        "/evil, ./",
        "../evil, ./",
        "a/../../evil, ./",
        "javascript:alert(1), ./",
        "GPU-Memory%0d%0aX: y, ./",
        "'\\evil', ./"
    })
    void signInRedirectsToPagesOfGpulseOnly(String requested, String location) {
        Answer answer = Caller.of(server).post("/login", RIGHT + "&continue=" + requested.replace(" ", "+"));

        assertThat(answer.header("Location")).contains(location);
    }

    @Test
    void anOverlongTargetPageIsIgnored() {
        String endless = "a" + "/b".repeat(3000);

        assertThat(Caller.of(server).get("/login?continue=" + endless).body()).contains("name=\"continue\" value=\"\"");
        assertThat(Caller.of(server)
                        .post("/login", RIGHT + "&continue=" + endless)
                        .header("Location"))
                .contains("./");
    }

    @Test
    void theNextPageIsEscapedInTheForm() {
        Answer known = Caller.of(server).get("/login?continue=GPU-Memory");
        Answer strange = Caller.of(server).get("/login?continue=%22%3E%3Cscript%3E");

        assertThat(known.body()).contains("value=\"GPU-Memory\"");
        assertThat(strange.body()).contains("name=\"continue\" value=\"\"").doesNotContain("<script");
    }

    @Test
    void thePageSpeaksTheLanguageOfTheBrowserAndHasNoScript() {
        Answer english = Caller.of(server).get("/login");
        Answer chinese = Caller.of(server, "Accept-Language: zh-CN,zh;q=0.9").get("/login");

        assertThat(english.header("Content-Type")).contains("text/html;charset=UTF-8");
        assertThat(english.header("Cache-Control")).contains("no-store");
        assertThat(english.body())
                .contains("<html lang=\"en\">", "<h1>Sign in</h1>", "<span>gpulse</span>")
                .doesNotContain("<script");
        assertThat(chinese.body()).contains("<html lang=\"zh-CN\">", "<h1>登录</h1>");
        assertThat(Caller.of(server).get("/login?lang=zh").body()).contains("<h1>登录</h1>");
    }

    @ParameterizedTest
    @CsvSource({"dark, #0c0e10, #f4f6f7", "light, #f4f6f7, #0c0e10"})
    void thePageHasTheColoursThatTheDashboardHandsOver(String theme, String first, String second) {
        String page = Caller.of(server).get("/login?theme=" + theme).body();
        String undecided = Caller.of(server).get("/login?theme=%22%3E").body();

        assertThat(page)
                .contains("content=\"" + theme + "\"", first, "action=\"login?lang=en&amp;theme=" + theme + "\"")
                .doesNotContain("prefers-color-scheme");
        assertThat(page.lastIndexOf(first)).isGreaterThan(page.lastIndexOf(second));
        assertThat(undecided).contains("content=\"dark light\"", "prefers-color-scheme", "action=\"login?lang=en\"");
    }

    @Test
    void signOutKeepsLanguageAndColours() {
        String cookie = Caller.of(server).post("/login", RIGHT).cookie();

        Answer out = Caller.of(server, cookie).post("/logout?lang=zh&theme=dark", "");

        assertThat(out.header("Location")).contains("./login?signed-out&lang=zh&theme=dark");
    }

    @Test
    void thePageShowsTheNameOfTheSession() {
        String cookie = Caller.of(server).post("/login", RIGHT).cookie();

        assertThat(Caller.of(server, cookie).get("/login").body()).contains("Signed in as anna", "action=\"logout?");
    }

    @Test
    void theSessionResourceHasTheNameOfTheUserOnly() {
        String cookie = Caller.of(server).post("/login", RIGHT).cookie();

        Answer signedIn = Caller.of(server, cookie).get("/api/v1/session");
        Answer withToken =
                Caller.of(server, "Authorization: Bearer " + Guarded.READER).get("/api/v1/session");

        assertThat(signedIn.body()).contains("{\"user\":\"anna\"}");
        assertThat(signedIn.header("Cache-Control")).contains("no-store");
        assertThat(withToken.body()).contains("{\"user\":null}");
        assertThat(Caller.of(server).get("/api/v1/session").status()).isEqualTo(401);
    }

    @Test
    void thePageReportsAnEndedSession() {
        String old = "Cookie: gpulse-0=00000000-0000-4000-8000-000000000000";

        assertThat(Caller.of(server, old).get("/login").body()).contains("Your session has ended.");
        assertThat(Caller.of(server).get("/login").body()).doesNotContain("Your session has ended.");
        String ofAnother = old.replace("gpulse-0", "gpulse-8081");
        assertThat(Caller.of(server, ofAnother).get("/login").body()).doesNotContain("Your session has ended.");
    }

    @Test
    void thePageKeepsItsLanguageAndTheNextPage() {
        Answer wrong = Caller.of(server).post("/login?lang=zh", "user=anna&secret=no&continue=GPU-Memory?range=5m");

        assertThat(wrong.body())
                .contains("用户名、密码或令牌错误。", "action=\"login?lang=zh\"")
                .contains("href=\"login?lang=en&amp;continue=GPU-Memory%3Frange%3D5m\"");
    }

    @Test
    void behindAPrefixTheCookieIsForThatPrefix() {
        try (TestServer prefixed = TestServer.started(Guarded.withTokensAndUser("spring.webflux.base-path=/gpu"))) {
            Answer answer = Caller.of(prefixed).post("/gpu/login", RIGHT);

            assertThat(answer.header("Set-Cookie").orElseThrow()).contains("Path=/gpu/;");
        }
    }

    @Test
    void forwardedHeadersAreAppliedOnlyWhereConfigured() {
        String[] proxied = {"X-Forwarded-Proto: https", "X-Forwarded-Prefix: /gpu"};
        try (TestServer behind =
                TestServer.started(Guarded.withTokensAndUser("server.forward-headers-strategy=framework"))) {
            String believed = Caller.of(behind, proxied)
                    .post("/login", RIGHT)
                    .header("Set-Cookie")
                    .orElseThrow();
            String ignored = Caller.of(server, proxied)
                    .post("/login", RIGHT)
                    .header("Set-Cookie")
                    .orElseThrow();

            assertThat(believed).contains("Path=/gpu/;").contains("Secure");
            assertThat(ignored).contains("Path=/;").doesNotContain("Secure");
        }
    }

    @Test
    void withoutCredentialsThereIsNoSignIn() {
        try (TestServer open = TestServer.started()) {
            assertThat(Caller.of(open).get("/login").body())
                    .contains("Signing in is turned off here")
                    .doesNotContain("<input");
            assertThat(Caller.of(open).get("/api/v1/session").body()).contains("{\"user\":null}");
            assertThat(Caller.of(open).post("/login", RIGHT).status()).isEqualTo(401);
        }
    }
}
