package io.gpulse.security;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpulse.testing.Snapshots;
import io.gpulse.testing.TestServer;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.springframework.security.crypto.bcrypt.BCryptPasswordEncoder;

/** Guessing of passwords is throttled by address; authenticated clients of the same address are not. */
class GuessingTests {

    private static final String TOKEN = "0123456789abcdef0123456789abcdef";
    private static final String SNAPSHOT = "/api/v1/snapshot";

    private final HttpClient http =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();

    private static TestServer server;
    private static int addresses;

    /** Each test comes from an address of its own, since wrong passwords are counted by address. */
    private final String address = "192.0.2." + ++addresses;

    @BeforeAll
    static void start() {
        server = TestServer.started(
                        "server.forward-headers-strategy=framework",
                        "gpulse.security.users.kim.password=" + new BCryptPasswordEncoder(4).encode("correct horse"),
                        "gpulse.security.users.lee.password=" + new BCryptPasswordEncoder(4).encode("battery staple"),
                        "gpulse.security.tokens.grafana.value=" + TOKEN)
                .takes(Snapshots.of(1, Snapshots.NVML, List.of(Snapshots.gpu(0))));
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    @Test
    void afterSomeWrongPasswordsAnAddressHasToWait() throws Exception {
        HttpResponse<String> refused = guessTooOften();

        assertThat(refused.headers().firstValue("Retry-After")).isPresent();
        assertThat(refused.body()).contains("\"status\":429", "Too many wrong passwords");
    }

    @Test
    void thePageShowsTheTimeToWait() throws Exception {
        guessTooOften();

        HttpResponse<String> refused = login("/login?lang=zh", "user=mallory&secret=guess");

        String seconds = refused.headers().firstValue("Retry-After").orElseThrow();
        assertThat(refused.statusCode()).isEqualTo(429);
        assertThat(refused.body()).contains("登录失败次数过多，请在 " + seconds + " 秒后重试。", "role=\"alert\"");
        assertThat(login("/login?lang=en", "user=mallory&secret=guess").body())
                .containsPattern("Too many failed attempts\\. Try again in \\d+ s\\.");
    }

    @Test
    void aTokenIsNotThrottledByOthersOfItsAddress() throws Exception {
        guessTooOften();

        assertThat(send(SNAPSHOT, "Bearer " + TOKEN).statusCode()).isEqualTo(200);
        assertThat(send(SNAPSHOT, "Bearer wrong").statusCode()).isEqualTo(401);
    }

    @Test
    void aVerifiedPasswordIsNotThrottled() throws Exception {
        assertThat(send(SNAPSHOT, basic("kim", "correct horse")).statusCode()).isEqualTo(200);

        guessTooOften();

        assertThat(send(SNAPSHOT, basic("kim", "correct horse")).statusCode()).isEqualTo(200);
        assertThat(login("user=kim&secret=correct+horse").statusCode()).isEqualTo(303);
    }

    @Test
    void aSessionIsNotThrottled() throws Exception {
        String cookie = login("user=kim&secret=correct+horse")
                .headers()
                .firstValue("Set-Cookie")
                .orElse("")
                .split(";", 2)[0];

        guessTooOften();

        HttpRequest request = to(SNAPSHOT).header("Cookie", cookie).build();
        assertThat(this.http.send(request, BodyHandlers.ofString()).statusCode())
                .isEqualTo(200);
    }

    @Test
    void withoutAProxyTheAddressOfTheConnectionCounts() throws Exception {
        List<Integer> statuses = new ArrayList<>();
        try (TestServer direct = TestServer.started(
                "gpulse.security.users.kim.password=" + new BCryptPasswordEncoder(4).encode("correct horse"))) {
            for (int guess = 0; guess < 2 * LoginThrottle.FREE; guess++) {
                HttpRequest request = HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + direct.port() + SNAPSHOT))
                        .header("X-Forwarded-For", "198.51.100." + guess)
                        .header("Authorization", basic("mallory", "guess" + guess))
                        .build();
                statuses.add(this.http.send(request, BodyHandlers.ofString()).statusCode());
            }
        }

        assertThat(statuses).startsWith(401).contains(429);
    }

    @Test
    void hundredsOfGuessesDelayNoOtherClient() throws Exception {
        List<CompletableFuture<HttpResponse<String>>> guesses = IntStream.range(0, 200)
                .mapToObj((guess) -> this.http.sendAsync(
                        to(SNAPSHOT)
                                .header("Authorization", basic("kim", "guess" + guess))
                                .build(),
                        BodyHandlers.ofString()))
                .toList();

        assertThat(send(SNAPSHOT, "Bearer " + TOKEN).statusCode()).isEqualTo(200);
        assertThat(send("/actuator/health/liveness", "").statusCode()).isEqualTo(200);
        // When it takes long, one more is looked at now and then.
        assertThat(guesses.stream().map((guess) -> guess.join().statusCode()))
                .containsOnly(401, 429)
                .filteredOn((status) -> status == 401)
                .hasSizeBetween(LoginThrottle.FREE, 2 * LoginThrottle.FREE);
    }

    /** Until the next guess is not looked at. */
    private HttpResponse<String> guessTooOften() throws IOException, InterruptedException {
        for (int guess = 0; guess < 2 * LoginThrottle.FREE; guess++) {
            HttpResponse<String> answer = send(SNAPSHOT, basic("mallory", "guess" + guess));
            if (answer.statusCode() == 429) {
                assertThat(guess).isGreaterThanOrEqualTo(LoginThrottle.FREE);
                return answer;
            }
            assertThat(answer.statusCode()).isEqualTo(401);
        }
        throw new AssertionError("Guessing goes on and on");
    }

    private HttpResponse<String> send(String path, String authorization) throws IOException, InterruptedException {
        HttpRequest.Builder request = to(path);
        if (!authorization.isEmpty()) {
            request.header("Authorization", authorization);
        }
        return this.http.send(request.build(), BodyHandlers.ofString());
    }

    private HttpResponse<String> login(String form) throws IOException, InterruptedException {
        return login("/login", form);
    }

    private HttpResponse<String> login(String path, String form) throws IOException, InterruptedException {
        HttpRequest request = to(path).header("Content-Type", "application/x-www-form-urlencoded")
                .POST(BodyPublishers.ofString(form))
                .build();
        return this.http.send(request, BodyHandlers.ofString());
    }

    private HttpRequest.Builder to(String path) {
        return HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + server.port() + path))
                .header("X-Forwarded-For", this.address);
    }

    private static String basic(String user, String password) {
        byte[] pair = (user + ":" + password).getBytes(StandardCharsets.UTF_8);
        return "Basic " + Base64.getEncoder().encodeToString(pair);
    }
}
