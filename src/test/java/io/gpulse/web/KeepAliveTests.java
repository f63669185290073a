package io.gpulse.web;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpulse.device.Snapshot;
import io.gpulse.testing.FollowEveryBuffer;
import io.gpulse.testing.Snapshots;
import io.gpulse.testing.TestServer;
import io.gpulse.testing.Thorough;
import io.gpulse.testing.Wait;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Browsers and scrapers reuse one connection for days; without {@link KeepAliveFix} it is no longer read within a
 * hundred requests.
 */
@FollowEveryBuffer
@Tag("both-compilers-3")
class KeepAliveTests {

    private static final int ROUNDS = Thorough.Groups.run(3) ? 300 : 100;

    private static TestServer server;

    @BeforeAll
    static void start() {
        Snapshot snapshot = Snapshots.numbered(1);
        server = TestServer.started().takes(snapshot);
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "/actuator/health/liveness,/",
                "/actuator/health/readiness,/actuator/health/gpus,/actuator/health",
                "/actuator/prometheus,/",
                "/swagger-ui/index.html,/"
            })
    void keptAliveConnectionIsRead(String paths) throws IOException {
        try (Socket socket = new Socket("127.0.0.1", server.port())) {
            socket.setSoTimeout(Wait.PATIENCE_MILLIS);
            BufferedReader answers =
                    new BufferedReader(new InputStreamReader(socket.getInputStream(), StandardCharsets.ISO_8859_1));
            for (int round = 0; round < ROUNDS; round++) {
                for (String path : List.of(paths.split(","))) {
                    request(socket, path);
                    assertThat(status(answers)).as(path).startsWith("HTTP/1.1 ");
                }
            }
        }
    }

    private static void request(Socket socket, String path) throws IOException {
        String request = "GET " + path + " HTTP/1.1\r\nHost: localhost\r\nAccept: */*\r\n\r\n";
        socket.getOutputStream().write(request.getBytes(StandardCharsets.US_ASCII));
    }

    /** Reads a response to its end. */
    private static String status(BufferedReader answers) throws IOException {
        String status = answers.readLine();
        int length = -1;
        for (String header = answers.readLine(); !header.isEmpty(); header = answers.readLine()) {
            if (header.toLowerCase(java.util.Locale.ROOT).startsWith("content-length:")) {
                length = Integer.parseInt(
                        header.substring(header.indexOf(':') + 1).strip());
            }
        }
        if (length >= 0) {
            skip(answers, length);
        } else {
            skipChunks(answers);
        }
        return status;
    }

    private static void skipChunks(BufferedReader answers) throws IOException {
        int size = Integer.parseInt(answers.readLine().strip(), 16);
        while (size > 0) {
            skip(answers, size);
            answers.readLine();
            size = Integer.parseInt(answers.readLine().strip(), 16);
        }
        answers.readLine();
    }

    private static void skip(BufferedReader answers, int length) throws IOException {
        for (int left = length; left > 0; left--) {
            answers.read();
        }
    }
}
