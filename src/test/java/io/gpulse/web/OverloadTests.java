package io.gpulse.web;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpulse.testing.FollowEveryBuffer;
import io.gpulse.testing.Http;
import io.gpulse.testing.RawConnection;
import io.gpulse.testing.RawResponse;
import io.gpulse.testing.Snapshots;
import io.gpulse.testing.TestServer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A client that sends too much or never finishes is stopped without affecting others. */
@FollowEveryBuffer
@Tag("both-compilers-3")
class OverloadTests {

    private static final String HALF = "GET /api/v1/status HTTP/1.1\r\nHost: localhost\r\nX-Slow: a";
    private static final String HALF_A_LINE = "GET /api/v1/sta";
    private static final String HALF_A_BODY = "POST /login HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1000\r\n"
            + "Content-Type: application/x-www-form-urlencoded\r\n\r\nuser=";
    private static final String NOTHING = "";

    private static TestServer server;

    private final List<RawConnection> others = new ArrayList<>();

    @BeforeAll
    static void start() {
        server = TestServer.started().takes(Snapshots.numbered(1));
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    @AfterEach
    void letTheOthersGo() {
        this.others.forEach(RawConnection::close);
    }

    @Test
    void incompleteRequestsDoNotDelayOthers() {
        come(70, HALF);
        come(70, HALF_A_LINE);
        come(60, HALF_A_BODY);

        assertThatOthersAreAnswered();
    }

    @Test
    void idleConnectionsDoNotDelayOthers() {
        come(300, NOTHING);

        assertThatOthersAreAnswered();
    }

    @Test
    void clientThatNeverReadsDoesNotDelayOthers() {
        come(50, "GET /api/v1/snapshot HTTP/1.1\r\nHost: localhost\r\n\r\n".repeat(20));

        assertThatOthersAreAnswered();
    }

    @ParameterizedTest
    @CsvSource({
        "GET, /?q=LONG, '', 414",
        "GET, /api/v1/status, X-Long: LONG, 431",
        "POST, /login, Content-Type: application/x-www-form-urlencoded, 413"
    })
    void oversizedBodyIsNotReadToItsEnd(String method, String path, String header, int status) {
        String large = "x".repeat(20_000);
        String request = method + " " + path.replace("LONG", large) + " HTTP/1.1\r\nHost: localhost\r\n"
                + (header.isEmpty() ? "" : header.replace("LONG", large) + "\r\n");
        String body = method.equals("POST") ? "Content-Length: 20007\r\n\r\nsecret=" + large : "\r\n";

        assertThat(RawResponse.to((request + body).getBytes(StandardCharsets.US_ASCII), server.port())
                        .status())
                .isEqualTo(status);
        assertThatOthersAreAnswered();
    }

    @ParameterizedTest
    @CsvSource({"secret=%zz, 400", "%, 400", "secret=a&secret=b, 401", "'', 401"})
    void malformedFormIsNotAnInternalError(String form, int status) {
        String request =
                "POST /login HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/x-www-form-urlencoded\r\n"
                        + "Content-Length: " + form.length() + "\r\n\r\n" + form;

        RawResponse answer = RawResponse.to(request.getBytes(StandardCharsets.US_ASCII), server.port());

        assertThat(answer.status()).as(answer.body()).isEqualTo(status);
        assertThat(answer.mediaType()).isEqualTo(status == 400 ? "application/problem+json" : "text/html");
    }

    @Test
    void bodyOfAGetRequestIsNotTheNextRequest() {
        String body = "GET /api/v1/nothing HTTP/1.1\r\nHost: localhost\r\n\r\n";
        String first =
                "GET /api/v1/status HTTP/1.1\r\nHost: localhost\r\nContent-Length: " + body.length() + "\r\n\r\n";
        String second = "GET /nowhere HTTP/1.1\r\nHost: localhost\r\n\r\n";

        try (RawConnection wire = RawConnection.silent(server)) {
            wire.send(first + body + second);

            assertThat(wire.headers()).startsWith("HTTP/1.1 200 ");
            assertThat(wire.until("nowhere")).contains("HTTP/1.1 404 ").doesNotContain("/api/v1/nothing");
        }
    }

    private void come(int many, String saying) {
        for (int i = 0; i < many; i++) {
            RawConnection other = RawConnection.silent(server);
            this.others.add(other);
            other.send(saying);
        }
    }

    private static void assertThatOthersAreAnswered() {
        assertThat(Http.get(server, "/api/v1/snapshot").statusCode()).isEqualTo(200);
        assertThat(Http.get(server, "/login").statusCode()).isEqualTo(200);
        try (RawConnection wire = RawConnection.get(server, "/api/v1/stream")) {
            assertThat(wire.until("event:snapshot")).contains("HTTP/1.1 200 ");
        }
    }
}
