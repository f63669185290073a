package io.gpulse;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import ch.qos.logback.classic.Level;
import io.gpulse.testing.FollowEveryBuffer;
import io.gpulse.testing.LogRecorder;
import io.gpulse.testing.Snapshots;
import io.gpulse.testing.TestServer;
import io.gpulse.testing.Thorough;
import io.gpulse.testing.Wait;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import java.util.zip.GZIPInputStream;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLSocket;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.security.crypto.bcrypt.BCryptPasswordEncoder;

/** HTTPS is Spring's own, and gpulse is the same behind it. */
@FollowEveryBuffer
@Tag("both-compilers-2")
class TlsTests {

    private static final String SNAPSHOT = "/api/v1/snapshot";
    private static final String GET_STREAM = "GET /api/v1/stream HTTP/1.1\r\nHost: localhost\r\n\r\n";
    private static final String HTTP2 = "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n";
    private static final int ROUNDS = 6;
    private static final int HANDSHAKE = 0x16;
    private static final int ALERT = 0x15;
    private static final List<byte[]> FIRST_BYTES =
            List.of(new byte[0], new byte[] {1, 2, 3, 4, 5, 6}, TlsClient.hello("0303"), TlsClient.hello("0301"));
    private static final int TIMES = Thorough.Groups.run(2) ? 10 : 3;

    @TempDir
    private static Path directory;

    private static Identity gpulse;
    private static Identity client;
    private static TestServer server;

    @BeforeAll
    static void start() {
        gpulse = Identity.made(directory, "gpulse");
        client = Identity.made(directory, "client");
        server = serving(gpulse, "open");
        for (int round = 0; round < ROUNDS; round++) {
            server.takes(Snapshots.numbered(round));
        }
    }

    @AfterAll
    static void stop() {
        try (LogRecorder log = LogRecorder.started(Level.WARN)) {
            server.close();
            assertThat(log.from(Level.WARN)).isEmpty();
        }
    }

    @Test
    void itIsAnsweredByHttp2() throws Exception {
        HttpResponse<String> answer = get(server, SNAPSHOT, Identity.withoutTrustedIssuers(gpulse));

        assertThat(answer.statusCode()).isEqualTo(200);
        assertThat(answer.version()).isEqualTo(HttpClient.Version.HTTP_2);
        assertThat(answer.body()).contains("\"sequence\":" + (Snapshots.FIRST + ROUNDS - 1));
    }

    @Test
    void theStreamFlowsByHttp2() throws Exception {
        HttpRequest request =
                HttpRequest.newBuilder(uri(server, "/api/v1/stream")).build();
        HttpResponse<InputStream> answer =
                http(Identity.withoutTrustedIssuers(gpulse)).send(request, BodyHandlers.ofInputStream());

        try (BufferedReader lines = new BufferedReader(new InputStreamReader(answer.body(), StandardCharsets.UTF_8))) {
            assertThat(answer.version()).isEqualTo(HttpClient.Version.HTTP_2);
            assertThat(lines.lines()
                            .filter((line) -> line.equals("event:snapshot"))
                            .findFirst())
                    .isPresent();
        }
    }

    /** Shared compressed data is the same over TLS and HTTP/2. */
    @ParameterizedTest
    @EnumSource(HttpClient.Version.class)
    void everyCompressedRoundCanBeReadBeforeTheStreamEnds(HttpClient.Version version) throws Exception {
        URI stream = uri(server, "/api/v1/stream?lastEventId=" + Snapshots.FIRST);
        HttpRequest request = HttpRequest.newBuilder(stream)
                .version(version)
                .headers("Accept-Encoding", "gzip", "Accept", "application/x-ndjson")
                .timeout(Wait.PATIENCE)
                .build();
        try (LogRecorder log = LogRecorder.started(Level.WARN)) {
            HttpResponse<InputStream> answer =
                    http(Identity.withoutTrustedIssuers(gpulse)).send(request, BodyHandlers.ofInputStream());

            assertThat(answer.version()).isEqualTo(version);
            assertThat(answer.headers().allValues("Content-Encoding")).containsExactly("gzip");
            try (InputStream plain = new GZIPInputStream(answer.body())) {
                for (int round = 1; round < ROUNDS; round++) {
                    assertThat(TlsClient.line(plain)).startsWith("{\"sequence\":" + (Snapshots.FIRST + round) + ",");
                }
            }
            assertThat(log.from(Level.WARN)).isEmpty();
        }
    }

    @Test
    void withoutTlsThereIsNoAnswer() throws IOException {
        try (Socket socket = new Socket("127.0.0.1", server.port())) {
            socket.setSoTimeout(Wait.PATIENCE_MILLIS);
            socket.getOutputStream()
                    .write(("GET " + SNAPSHOT + " HTTP/1.1\r\nHost: localhost\r\n\r\n")
                            .getBytes(StandardCharsets.US_ASCII));

            String answer = new String(socket.getInputStream().readAllBytes(), StandardCharsets.ISO_8859_1);

            assertThat(answer).doesNotContain("HTTP/", "sequence");
        }
    }

    @ParameterizedTest
    @CsvSource({"0301, " + ALERT, "0302, " + ALERT, "0303, " + HANDSHAKE})
    void tlsIsSpokenFromItsVersion12On(String version, int recordType) throws IOException {
        try (Socket socket = new Socket("127.0.0.1", server.port())) {
            socket.setSoTimeout(Wait.PATIENCE_MILLIS);

            // Java's own client would refuse to try.
            socket.getOutputStream().write(TlsClient.hello(version));

            assertThat(socket.getInputStream().read()).isEqualTo(recordType);
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void connectionErrorsOfClientsAreNotLogged(boolean resets) throws IOException {
        SSLContext context = Identity.withoutTrustedIssuers(gpulse);
        try (LogRecorder log = LogRecorder.started(Level.INFO)) {
            for (int time = 0; time < TIMES; time++) {
                for (byte[] bytes : FIRST_BYTES) {
                    TlsClient.end(new Socket("127.0.0.1", server.port()), resets, bytes);
                }
                for (String protocol : List.of("http/1.1", "h2")) {
                    for (String request :
                            List.of("", GET_STREAM.substring(0, 20), GET_STREAM, HTTP2, HTTP2 + "garbage")) {
                        Socket plain = new Socket("127.0.0.1", server.port());
                        SSLSocket socket = TlsClient.handshaken(plain, context, protocol);
                        socket.getOutputStream().write(request.getBytes(StandardCharsets.US_ASCII));
                        TlsClient.end(plain, resets, HexFormat.of().parseHex("1703030010" + "00".repeat(16)));
                        Socket other = new Socket("127.0.0.1", server.port());
                        TlsClient.handshaken(other, context, protocol)
                                .getOutputStream()
                                .write(request.getBytes(StandardCharsets.US_ASCII));
                        TlsClient.end(other, resets);
                    }
                }
            }
            // As many as there are event loops, and more, which take turns with new connections.
            for (int later = 0; later < 16; later++) {
                TlsClient.serialNumber(server, gpulse);
            }

            assertThat(log.from(Level.INFO)).isEmpty();
        }
    }

    @Test
    void aRenewedCertificateIsShownWithoutARestart() throws Exception {
        Identity renewed = Identity.made(directory, "renewed");
        try (TestServer renewing = serving(gpulse, "renewing")) {
            assertThat(TlsClient.serialNumber(renewing, gpulse, renewed)).isEqualTo(gpulse.serialNumber());

            renewed.writeKey(directory.resolve("renewing.key"));
            renewed.writeCertificate(directory.resolve("renewing.crt"));

            long start = System.nanoTime();
            while (!TlsClient.serialNumber(renewing, gpulse, renewed).equals(renewed.serialNumber())) {
                assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(Wait.PATIENCE);
            }
            assertThat(get(renewing, "/actuator/health/liveness", Identity.withoutTrustedIssuers(renewed))
                            .statusCode())
                    .isEqualTo(200);
        }
    }

    @Test
    void clientsWithoutARequiredCertificateAreRejected() throws Exception {
        Path trusted = directory.resolve("trusted.crt");
        client.writeCertificate(trusted);
        try (TestServer mutual = serving(
                gpulse,
                "mutual",
                "server.ssl.client-auth=need",
                "spring.ssl.bundle.pem.web.truststore.certificate=" + trusted)) {
            SSLContext stranger = Identity.made(directory, "stranger").trusting(gpulse);

            assertThat(get(mutual, "/api/v1/status", client.trusting(gpulse)).statusCode())
                    .isEqualTo(200);
            assertThatThrownBy(() -> get(mutual, "/api/v1/status", Identity.withoutTrustedIssuers(gpulse)))
                    .isInstanceOf(IOException.class);
            assertThatThrownBy(() -> get(mutual, "/api/v1/status", stranger)).isInstanceOf(IOException.class);
        }
    }

    @Test
    void theCookieOfALoginIsForTlsOnly() throws Exception {
        String hash = new BCryptPasswordEncoder(4).encode("correct horse");
        try (TestServer guarded = serving(gpulse, "guarded", "gpulse.security.users.kim.password=" + hash)) {
            guarded.takes(Snapshots.of(1, Snapshots.NVML, List.of(Snapshots.gpu(0))));
            HttpClient http = http(Identity.withoutTrustedIssuers(gpulse));
            HttpRequest login = HttpRequest.newBuilder(uri(guarded, "/login"))
                    .header("Content-Type", "application/x-www-form-urlencoded")
                    .POST(HttpRequest.BodyPublishers.ofString("user=kim&secret=correct+horse"))
                    .build();

            String cookie = http.send(login, BodyHandlers.ofString())
                    .headers()
                    .firstValue("Set-Cookie")
                    .orElse("");

            HttpRequest.Builder request = HttpRequest.newBuilder(uri(guarded, SNAPSHOT));
            assertThat(cookie.toLowerCase(Locale.ROOT).split("; "))
                    .contains("secure", "httponly", "samesite=lax", "path=/");
            assertThat(status(http, request.build())).isEqualTo(401);
            assertThat(status(
                            http,
                            request.header("Cookie", cookie.split(";", 2)[0]).build()))
                    .isEqualTo(200);
        }
    }

    private static int status(HttpClient http, HttpRequest request) throws IOException, InterruptedException {
        return http.send(request, BodyHandlers.ofString()).statusCode();
    }

    private static TestServer serving(Identity identity, String name, String... more) {
        Path certificate = directory.resolve(name + ".crt");
        Path key = directory.resolve(name + ".key");
        identity.writeCertificate(certificate);
        identity.writeKey(key);
        List<String> properties = List.of(
                "spring.ssl.bundle.pem.web.keystore.certificate=" + certificate,
                "spring.ssl.bundle.pem.web.keystore.private-key=" + key,
                "spring.ssl.bundle.pem.web.reload-on-update=true",
                "spring.ssl.bundle.watch.file.quiet-period=100ms",
                "server.ssl.bundle=web",
                "server.http2.enabled=true");
        return TestServer.started(
                Stream.concat(properties.stream(), Stream.of(more)).toArray(String[]::new));
    }

    private static HttpClient http(SSLContext context) {
        return HttpClient.newBuilder().sslContext(context).build();
    }

    private static HttpResponse<String> get(TestServer requested, String path, SSLContext context)
            throws IOException, InterruptedException {
        HttpRequest request = HttpRequest.newBuilder(uri(requested, path))
                .timeout(Wait.PATIENCE)
                .build();
        return http(context).send(request, BodyHandlers.ofString());
    }

    private static URI uri(TestServer requested, String path) {
        return URI.create("https://127.0.0.1:" + requested.port() + path);
    }
}
