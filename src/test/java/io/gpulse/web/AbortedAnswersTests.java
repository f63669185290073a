package io.gpulse.web;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import io.gpulse.testing.FollowEveryBuffer;
import io.gpulse.testing.Http;
import io.gpulse.testing.LogRecorder;
import io.gpulse.testing.Snapshots;
import io.gpulse.testing.TestServer;
import io.gpulse.testing.Thorough;
import io.gpulse.testing.Wait;
import io.netty.buffer.ByteBufAllocator;
import io.netty.buffer.ByteBufAllocatorMetricProvider;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import reactor.netty.resources.LoopResources;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** A client that disconnects before the response, at any time and from any endpoint, leaks nothing. */
@FollowEveryBuffer
@Tag("both-compilers-2")
class AbortedAnswersTests {

    private static final Path CONTRACT = Path.of("frontend", "openapi.json");
    /** More than the limit of history queries of one address. */
    private static final int CLIENTS = 12;

    private static final int ABORTS = Thorough.Groups.run(2) ? 20_000 : 240;

    /** Each event loop allocates and keeps its own chunks; a leak allocates further ones. */
    private static final long CHUNKS = LoopResources.DEFAULT_IO_WORKER_COUNT * (4L << 20);

    @TempDir
    private static Path folder;

    private static TestServer server;
    private static List<String> paths;

    @BeforeAll
    static void start() throws IOException {
        server = TestServer.started(
                        "gpulse.history.enabled=true",
                        "gpulse.history.dir=" + folder,
                        "gpulse.history.raw=366d",
                        "gpulse.history.minute=366d")
                .takes(Snapshots.ofGpus(2));
        Wait.until(() -> Http.get(server, "/api/v1/history").statusCode() == 200);
        Http.post(server, "/api/v1/marks", "{\"text\":\"epoch 12\"}", "Content-Type", "application/json");
        paths = new ArrayList<>(contract());
        // Responses from threads of the history are the most likely to race with the end of a connection.
        for (int i = 0; i < 4; i++) {
            paths.addAll(List.of("/api/v1/history", "/api/v1/events", "/api/v1/marks", "/api/v1/history/usage"));
        }
    }

    private static List<String> contract() throws IOException {
        JsonNode document = JsonMapper.shared().readTree(Files.readString(CONTRACT));
        return document.get("paths").properties().stream()
                .filter((path) -> path.getValue().has("get"))
                .map((path) -> path.getKey().replace("{id}", "0"))
                .map((path) -> path.equals("/api/v1/query") ? path + "?query-gpu=name,power.draw" : path)
                .toList();
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    @Test
    void abortedRequestsLeaveNothing() throws Exception {
        long before;
        try (LogRecorder log = LogRecorder.started(Level.INFO)) {
            abort(ABORTS / 4);
            before = directMemory();
            abort(ABORTS - ABORTS / 4);
            awaitEnd();
            assertThat(log.from(Level.INFO)).isEmpty();
        }
        // Leaks are found at the end of all tests.
        assertThat(directMemory()).isLessThanOrEqualTo(before + CHUNKS);
    }

    /** Waits for pending requests: they end before the last of these receives its response. */
    private static void awaitEnd() {
        for (int i = 0; i < 8; i++) {
            assertThat(Http.get(server, "/api/v1/events").statusCode()).isEqualTo(200);
        }
    }

    private static long directMemory() {
        return ((ByteBufAllocatorMetricProvider) ByteBufAllocator.DEFAULT)
                .metric()
                .usedDirectMemory();
    }

    private static void abort(int aborts) throws Exception {
        ExecutorService threads = Executors.newFixedThreadPool(CLIENTS);
        try {
            List<Future<Boolean>> clients = new ArrayList<>();
            for (int client = 0; client < CLIENTS; client++) {
                int first = client;
                clients.add(threads.submit(() -> {
                    for (int number = first; number < aborts; number += CLIENTS) {
                        abort(paths.get(number / CLIENTS % paths.size()), number);
                    }
                    return true;
                }));
            }
            for (Future<Boolean> client : clients) {
                assertThat(client.get()).isTrue();
            }
        } finally {
            threads.shutdown();
        }
    }

    /** Closes or resets the connection immediately, slightly later, or at the start of the response. */
    private static void abort(String path, int number) throws IOException {
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), server.port())) {
            if (number % 8 < 6) {
                socket.setSoLinger(true, 0);
            }
            String request = "GET " + path + " HTTP/1.1\r\nHost: localhost\r\n\r\n";
            socket.getOutputStream().write(request.getBytes(StandardCharsets.US_ASCII));
            if (number % 3 == 1) {
                socket.getInputStream().read();
            } else if (number % 3 == 2) {
                LockSupport.parkNanos(number % 50 * 20_000L);
            }
        }
    }
}
