package io.gpulse.stream;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import io.gpulse.testing.FollowEveryBuffer;
import io.gpulse.testing.LogRecorder;
import io.gpulse.testing.RawConnection;
import io.gpulse.testing.Snapshots;
import io.gpulse.testing.TestServer;
import io.gpulse.testing.Thorough;
import io.gpulse.testing.Wait;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.File;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A client that aborts a stream at any time leaks nothing. */
@FollowEveryBuffer
@Tag("both-compilers-3")
class AbortedStreamTests {

    private static final int CLIENTS = 4;
    private static final boolean THOROUGH = Thorough.Groups.run(3);
    private static final int CONNECTIONS = THOROUGH ? 300 : 50;
    private static final int HTTP2_CONNECTIONS = THOROUGH ? 20 : 10;
    private static final int STREAMS = THOROUGH ? 20 : 10;

    /** Files and threads of the JVM itself. A leak is at least 40: one per connection of each client. */
    private static final int OWN_DESCRIPTORS = 16;

    private static final int OWN_THREADS = 8;

    private static final List<String> PATHS = List.of(
            "/api/v1/stream",
            "/api/v1/stream?metrics=power.draw",
            "/api/v1/stream?view=full",
            "/?watch",
            "/api/v1/query?query-gpu=name,power.draw&loop=1");

    private static TestServer server;

    /**
     * The behaviour of a client that reads an endless response.
     *
     * @param resets whether it resets the connection or the HTTP/2 stream instead of closing it
     * @param reads whether it aborts after the start of the response
     */
    enum Abort {
        CLOSE(false, false),
        CLOSE_IN_RESPONSE(false, true),
        RESET(true, false),
        RESET_IN_RESPONSE(true, true);

        private final boolean resets;
        private final boolean reads;

        Abort(boolean resets, boolean reads) {
            this.resets = resets;
            this.reads = reads;
        }
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
    void anAbortedConnectionFreesItsSlot(Abort abort) throws Exception {
        assertThatNothingIsLeftBy((connection) -> abort(PATHS.get(connection % PATHS.size()), abort), CONNECTIONS);
    }

    @ParameterizedTest
    @EnumSource
    void anAbortedHttp2StreamFreesItsSlot(Abort abort) throws Exception {
        assertThatNothingIsLeftBy((connection) -> abortStreams(abort), HTTP2_CONNECTIONS);
    }

    private static void abort(String path, Abort abort) throws IOException {
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), server.port())) {
            if (abort.resets) {
                socket.setSoLinger(true, 0);
            }
            String request = "GET " + path + " HTTP/1.1\r\nHost: localhost\r\n\r\n";
            socket.getOutputStream().write(request.getBytes(StandardCharsets.US_ASCII));
            if (abort.reads) {
                socket.getInputStream().read();
            }
        }
    }

    private static void abortStreams(Abort abort) throws IOException {
        try (Http2 http2 = new Http2(server.port())) {
            for (int i = 0; i < STREAMS; i++) {
                int stream = 2 * i + 1;
                http2.get(PATHS.get(i % PATHS.size()), stream);
                if (abort.reads) {
                    http2.awaitHeadersOf(stream);
                }
                if (abort.resets) {
                    http2.reset(stream);
                }
            }
        }
    }

    /** One connection of a client, by its number. */
    @FunctionalInterface
    private interface Connection {

        void run(int number) throws IOException;
    }

    private static void assertThatNothingIsLeftBy(Connection connection, int connections) throws Exception {
        run(connection, PATHS.size());
        awaitIdle(Integer.MAX_VALUE);
        int descriptors = descriptors();
        int threads = threads();

        try (LogRecorder log = LogRecorder.started(Level.INFO)) {
            run(connection, connections);
            awaitIdle(descriptors + OWN_DESCRIPTORS);
            assertThat(log.from(Level.INFO)).isEmpty();
        }
        assertThat(threads()).isLessThanOrEqualTo(threads + OWN_THREADS);
    }

    private static void run(Connection connection, int connections) throws Exception {
        ExecutorService threads = Executors.newFixedThreadPool(CLIENTS);
        try {
            List<Future<Boolean>> clients = IntStream.range(0, CLIENTS)
                    .mapToObj((client) -> threads.submit(() -> {
                        for (int number = 0; number < connections; number++) {
                            connection.run(number);
                        }
                        return true;
                    }))
                    .toList();
            for (Future<Boolean> client : clients) {
                assertThat(client.get()).isTrue();
            }
        } finally {
            threads.shutdown();
        }
    }

    /** Connections are accepted in order: a response to a new one means that all before it were accepted. */
    private static void awaitIdle(int mostDescriptors) {
        try (RawConnection last = RawConnection.get(server, "/api/v1/status", "Connection: close")) {
            assertThat(last.headers()).startsWith("HTTP/1.1 200 ");
        }
        SnapshotStream stream = server.bean(SnapshotStream.class);
        Wait.until(() -> descriptors() <= mostDescriptors
                && stream.statistics().subscribers() == 0
                && stream.statistics().encodings() == 0);
    }

    private static int descriptors() {
        return Objects.requireNonNull(new File("/proc/self/fd").list()).length;
    }

    private static int threads() {
        return ManagementFactory.getThreadMXBean().getThreadCount();
    }

    /** The part of HTTP/2 without TLS (RFC 9113) that opens and aborts streams. */
    private static final class Http2 implements AutoCloseable {

        private static final int HEADERS = 0x1;
        private static final int RST_STREAM = 0x3;
        private static final int SETTINGS = 0x4;
        private static final int END_STREAM_AND_HEADERS = 0x5;
        private static final int CANCEL = 0x8;

        private final Socket socket;
        private final DataOutputStream out;
        private final DataInputStream in;

        Http2(int port) throws IOException {
            this.socket = new Socket(InetAddress.getLoopbackAddress(), port);
            this.socket.setSoTimeout(Wait.PATIENCE_MILLIS);
            this.out = new DataOutputStream(this.socket.getOutputStream());
            this.in = new DataInputStream(this.socket.getInputStream());
            this.out.write("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
            encoded(SETTINGS, 0, 0, new byte[0]);
        }

        void get(String path, int stream) throws IOException {
            ByteArrayOutputStream fields = new ByteArrayOutputStream();
            // Of the static table of HPACK: a GET, by http, then a literal path (4) and authority (1).
            fields.write(0x82);
            fields.write(0x86);
            literal(0x4, path, fields);
            literal(0x1, "localhost", fields);
            encoded(HEADERS, END_STREAM_AND_HEADERS, stream, fields.toByteArray());
        }

        private static void literal(int name, String value, ByteArrayOutputStream fields) {
            fields.write(name);
            fields.write(value.length());
            fields.writeBytes(value.getBytes(StandardCharsets.US_ASCII));
        }

        void reset(int stream) throws IOException {
            encoded(RST_STREAM, 0, stream, new byte[] {0, 0, 0, CANCEL});
        }

        void awaitHeadersOf(int stream) throws IOException {
            int type;
            int of;
            do {
                int length = this.in.readUnsignedByte() << 16 | this.in.readUnsignedShort();
                type = this.in.readUnsignedByte();
                this.in.readByte();
                of = this.in.readInt();
                this.in.skipNBytes(length);
            } while (type != HEADERS || of != stream);
        }

        private void encoded(int type, int flags, int stream, byte[] payload) throws IOException {
            ByteArrayOutputStream encoded = new ByteArrayOutputStream();
            DataOutputStream head = new DataOutputStream(encoded);
            head.writeByte(payload.length >> 16);
            head.writeShort(payload.length);
            head.writeByte(type);
            head.writeByte(flags);
            head.writeInt(stream);
            head.write(payload);
            encoded.writeTo(this.out);
            this.out.flush();
        }

        @Override
        public void close() throws IOException {
            this.socket.close();
        }
    }
}
