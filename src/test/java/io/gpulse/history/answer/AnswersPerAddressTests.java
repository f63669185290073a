package io.gpulse.history.answer;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import io.gpulse.testing.Http;
import io.gpulse.testing.LogRecorder;
import io.gpulse.testing.RawConnection;
import io.gpulse.testing.Snapshots;
import io.gpulse.testing.TestServer;
import io.gpulse.testing.Wait;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Clients that do not read their responses do not block other addresses. */
class AnswersPerAddressTests {

    /** Several megabytes, more than a connection buffers for a client that does not read. */
    private static final String LARGE = "/api/v1/history?range=30d&points=2000&metrics=utilization*,memory*,clocks*";

    private static final int SOCKETS = 50;

    @TempDir
    private Path folder;

    private final List<RawConnection> others = new ArrayList<>();

    @AfterEach
    void close() {
        this.others.forEach(RawConnection::close);
    }

    @Test
    void fiftySocketsThatDoNotReadDoNotBlockOtherAddresses() throws Exception {
        try (TestServer server = TestServer.started("gpulse.history.enabled=true", "gpulse.history.dir=" + this.folder)
                        .takes(Snapshots.ofGpus(2));
                LogRecorder log = LogRecorder.started(Level.INFO)) {
            Wait.until(() -> Http.get(server, LARGE).body().length() > 1 << 20);
            for (int time = 0; time < 2; time++) {
                for (int i = 0; i < SOCKETS; i++) {
                    this.others.add(RawConnection.narrow(server, LARGE));
                }
                assertThat(statusFrom("127.0.0.2", server.port())).isEqualTo("HTTP/1.1 200");
                close();
            }
            // The server notices the closed connections one by one.
            Wait.until(() -> Http.get(server, "/api/v1/history").statusCode() == 200);
            assertThat(log.from(Level.WARN)).isEmpty();
        }
    }

    private static String statusFrom(String address, int port) throws IOException {
        try (Socket socket = new Socket()) {
            socket.bind(new InetSocketAddress(InetAddress.getByName(address), 0));
            socket.setSoTimeout(Wait.PATIENCE_MILLIS);
            socket.connect(new InetSocketAddress("127.0.0.1", port));
            socket.getOutputStream()
                    .write("GET /api/v1/history HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n"
                            .getBytes(StandardCharsets.US_ASCII));
            String answer = new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            return answer.substring(0, 12);
        }
    }
}
