package io.gpulse.web;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import io.gpulse.testing.FollowEveryBuffer;
import io.gpulse.testing.LogRecorder;
import io.gpulse.testing.RawConnection;
import io.gpulse.testing.Snapshots;
import io.gpulse.testing.TestServer;
import io.gpulse.testing.Thorough;
import io.gpulse.testing.Wait;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Faults of clients log at most a line at debug level. */
@FollowEveryBuffer
@Tag("both-compilers-2")
class ClientFaultTests {

    private static final int TIMES = Thorough.Groups.run(2) ? 5 : 2;

    /** More than the number of event loops, which accept connections in turn. */
    private static final int LATER_REQUESTS = 16;

    private static final Map<String, String> FAULTS = new LinkedHashMap<>();

    static {
        String host = " HTTP/1.1\r\nHost: localhost\r\n";
        String form = "Content-Type: application/x-www-form-urlencoded\r\n";
        String chunked = "Transfer-Encoding: chunked\r\n\r\n";
        String cut = "Content-Length: 1000\r\n\r\nuser=";
        String settings = "Connection: Upgrade, HTTP2-Settings\r\nUpgrade: h2c\r\nHTTP2-Settings: ";
        FAULTS.put("a malformed chunk", "POST /login" + host + form + chunked + "zz\r\nxx\r\n");
        FAULTS.put("a malformed second chunk", "POST /login" + host + form + chunked + "5\r\nuser=\r\nzz\r\n");
        FAULTS.put("a chunk of negative size", "POST /login" + host + form + chunked + "-1\r\nxx\r\n");
        FAULTS.put("a chunk that does not end", "POST /login" + host + form + chunked + "5\r\nuser=XXXX0\r\n\r\n");
        FAULTS.put(
                "a long trailer", "POST /login" + host + form + chunked + "0\r\nX: " + "y".repeat(20_000) + "\r\n\r\n");
        FAULTS.put("a malformed chunk to log out", "POST /logout" + host + chunked + "zz\r\n");
        FAULTS.put("a malformed chunk where nothing is posted", "POST /api/v1/status" + host + chunked + "zz\r\n");
        FAULTS.put("a malformed chunk to the table", "PUT /" + host + chunked + "zz\r\n");
        FAULTS.put("a malformed chunk to health", "POST /actuator/health" + host + chunked + "zz\r\n");
        FAULTS.put("a malformed chunk to nothing", "POST /nothing" + host + form + chunked + "zz\r\n");
        FAULTS.put("a malformed chunk of a stream", "GET /api/v1/stream" + host + chunked + "zz\r\n");
        FAULTS.put("a body cut short", "POST /login" + host + form + cut);
        FAULTS.put("a chunk cut short", "POST /login" + host + form + chunked + "5\r\nus");
        FAULTS.put("a body cut short where nothing is posted", "POST /api/v1/status" + host + form + cut);
        FAULTS.put("a body cut short that waits", "POST /login" + host + form + "Expect: 100-continue\r\n" + cut);
        FAULTS.put("a request cut short", "GET /api/v1/status HTTP/1.1\r\nHost: loc");
        FAULTS.put("many requests", ("GET /api/v1/snapshot" + host + "\r\n").repeat(100));
        FAULTS.put("no HTTP", "\u0000\u0001garbage\r\n\r\n");
        FAULTS.put("no HTTP/2", "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\nGET / HTTP/1.1\r\n\r\n" + "x".repeat(50));
        FAULTS.put("malformed settings", "GET /api/v1/status" + host + settings + "!!!!\r\n\r\n");
        FAULTS.put("no HTTP/2 after all", "GET /api/v1/status" + host + settings + "AAMAAABk\r\n\r\n" + "x".repeat(50));
    }

    private static TestServer server;

    /** The behaviour of the client after its request. */
    enum End {
        CLOSE,
        RESET,
        READ
    }

    @BeforeAll
    static void start() {
        server = TestServer.started("server.http2.enabled=true").takes(Snapshots.ofGpus(2));
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    @ParameterizedTest
    @EnumSource
    void clientFaultIsAtMostADebugLine(End end) {
        FAULTS.forEach((what, request) -> {
            try (LogRecorder log = LogRecorder.started(Level.DEBUG)) {
                for (int time = 0; time < TIMES; time++) {
                    send(request, end);
                }
                awaitTheEventLoops();

                assertThat(log.from(Level.INFO)).as(what).isEmpty();
                assertThat(log.from(Level.DEBUG))
                        .as(what)
                        .filteredOn((line) -> !isOfAnother(request, line))
                        .hasSizeLessThanOrEqualTo(TIMES);
            }
        });
    }

    /** Returns whether a line is about a request of the previous fault that ended late. */
    private static boolean isOfAnother(String request, String line) {
        String[] words = request.split("[ ?]", 3);
        String target = words.length < 2 ? "" : ": " + words[0] + " " + words[1];
        return line.contains(" was ended by its client") && !line.contains(target + " was ended by its client");
    }

    private static void send(String request, End end) {
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), server.port())) {
            socket.setSoTimeout(Wait.PATIENCE_MILLIS);
            socket.getOutputStream().write(request.getBytes(StandardCharsets.ISO_8859_1));
            if (end == End.RESET) {
                socket.setSoLinger(true, 0);
            } else if (end == End.READ) {
                socket.shutdownOutput();
                socket.getInputStream().readAllBytes();
            }
        } catch (IOException hungUp) {
            // The server may reject it before it is sent.
        }
    }

    private static void awaitTheEventLoops() {
        for (int request = 0; request < LATER_REQUESTS; request++) {
            try (RawConnection later = RawConnection.get(server, "/api/v1/status", "Connection: close")) {
                assertThat(later.headers()).startsWith("HTTP/1.1 200 ");
            }
        }
    }
}
