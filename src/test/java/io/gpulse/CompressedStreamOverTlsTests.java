package io.gpulse;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import io.gpulse.testing.FollowEveryBuffer;
import io.gpulse.testing.LogRecorder;
import io.gpulse.testing.Snapshots;
import io.gpulse.testing.TestServer;
import io.gpulse.testing.Wait;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Shared compressed data is the same over TLS and HTTP/2. */
@FollowEveryBuffer
class CompressedStreamOverTlsTests {

    @TempDir
    private static Path directory;

    @ParameterizedTest
    @EnumSource(HttpClient.Version.class)
    void everyRoundCanBeReadBeforeTheStreamEnds(HttpClient.Version version) throws Exception {
        Identity gpulse = Identity.made(directory, "gpulse-" + version);
        try (LogRecorder log = LogRecorder.started(Level.WARN);
                TestServer server = serving(gpulse, version.name())) {
            for (int round = 0; round < 6; round++) {
                server.takes(Snapshots.numbered(round));
            }

            HttpResponse<InputStream> answer = stream(server, gpulse, version);

            assertThat(answer.version()).isEqualTo(version);
            assertThat(answer.headers().allValues("Content-Encoding")).containsExactly("gzip");
            try (InputStream plain = new GZIPInputStream(answer.body())) {
                for (int round = 1; round < 6; round++) {
                    assertThat(line(plain)).startsWith("{\"sequence\":" + (Snapshots.FIRST + round) + ",");
                }
            }
            server.close();
            assertThat(log.from(Level.WARN)).isEmpty();
        }
    }

    private static TestServer serving(Identity gpulse, String name) {
        Path certificate = directory.resolve(name + ".crt");
        Path key = directory.resolve(name + ".key");
        gpulse.writeCertificate(certificate);
        gpulse.writeKey(key);
        return TestServer.started(
                "server.ssl.certificate=" + certificate,
                "server.ssl.certificate-private-key=" + key,
                "server.http2.enabled=true");
    }

    private static HttpResponse<InputStream> stream(TestServer server, Identity gpulse, HttpClient.Version version)
            throws IOException, InterruptedException {
        String address = "https://127.0.0.1:" + server.port() + "/api/v1/stream?lastEventId=" + Snapshots.FIRST;
        HttpRequest request = HttpRequest.newBuilder(URI.create(address))
                .header("Accept-Encoding", "gzip")
                .header("Accept", "application/x-ndjson")
                .timeout(Wait.PATIENCE)
                .build();
        return HttpClient.newBuilder()
                .sslContext(Identity.withoutTrustedIssuers(gpulse))
                .version(version)
                .build()
                .send(request, BodyHandlers.ofInputStream());
    }

    /** Reads bytes: a reader of characters would wait for more, since gzip always reports available bytes. */
    private static String line(InputStream in) throws IOException {
        ByteArrayOutputStream line = new ByteArrayOutputStream();
        for (int next = in.read(); next != '\n'; next = in.read()) {
            assertThat(next).isNotNegative();
            line.write(next);
        }
        return line.toString(StandardCharsets.UTF_8);
    }
}
