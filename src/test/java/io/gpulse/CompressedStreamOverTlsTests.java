package io.gpulse;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpulse.testing.Snapshots;
import io.gpulse.testing.TestServer;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What is compressed once for all is the same within TLS and HTTP/2. */
class CompressedStreamOverTlsTests {

    private static final Duration PATIENCE = Duration.ofSeconds(30);

    @TempDir
    private static Path directory;

    @ParameterizedTest
    @EnumSource(HttpClient.Version.class)
    void eachRoundIsReadAsItComes(HttpClient.Version version) throws IOException, InterruptedException {
        Identity gpulse = Identity.made(directory, "gpulse-" + version);
        Path certificate = directory.resolve(version + ".crt");
        Path key = directory.resolve(version + ".key");
        gpulse.writeCertificate(certificate);
        gpulse.writeKey(key);
        try (TestServer server = TestServer.started(
                "server.ssl.certificate=" + certificate,
                "server.ssl.certificate-private-key=" + key,
                "server.http2.enabled=true")) {
            HttpClient client = HttpClient.newBuilder()
                    .sslContext(Identity.nobodyTrusting(gpulse))
                    .version(version)
                    .build();
            HttpRequest request = HttpRequest.newBuilder(
                            URI.create("https://127.0.0.1:" + server.port() + "/api/v1/stream"))
                    .header("Accept-Encoding", "gzip")
                    .header("Accept", "application/x-ndjson")
                    .timeout(PATIENCE)
                    .build();

            server.takes(Snapshots.numbered(0));
            HttpResponse<InputStream> answer = client.send(request, BodyHandlers.ofInputStream());

            assertThat(answer.version()).isEqualTo(version);
            assertThat(answer.headers().allValues("Content-Encoding")).containsExactly("gzip");
            try (BufferedReader lines = new BufferedReader(
                    new InputStreamReader(new GZIPInputStream(answer.body()), StandardCharsets.UTF_8))) {
                for (int round = 0; round < 5; round++) {
                    assertThat(lines.readLine()).startsWith("{\"sequence\":" + (Snapshots.FIRST + round) + ",");
                    server.takes(Snapshots.numbered(round + 1));
                }
            }
        }
    }
}
