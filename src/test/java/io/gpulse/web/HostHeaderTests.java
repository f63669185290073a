package io.gpulse.web;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpulse.testing.RawResponse;
import io.gpulse.testing.Snapshots;
import io.gpulse.testing.TestServer;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class HostHeaderTests {

    private static TestServer server;

    @BeforeAll
    static void start() {
        server = TestServer.started().takes(Snapshots.numbered(1));
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "/api/v1/status | HTTP/1.1 | Host: localhost | 200",
                "/api/v1/status | HTTP/1.1 | X-Other: 1 | 400",
                "/api/v1/status | HTTP/1.1 | Host: localhost~Host: localhost | 400",
                "/api/v1/status | HTTP/1.1 | Host: localhost~Host: evil.example | 400",
                "/actuator/health/liveness | HTTP/1.1 | X-Other: 1 | 400",
                "/api/v1/status | HTTP/1.0 | X-Other: 1 | 200",
                "/api/v1/status | HTTP/1.0 | Host: localhost~Host: localhost | 400"
            })
    void aRequestOverHttp11HasOneHost(String path, String version, String headers, int status) {
        String request =
                "GET " + path + " " + version + "\r\n" + headers.replace("~", "\r\n") + "\r\nConnection: close\r\n\r\n";

        RawResponse answer = RawResponse.to(request.getBytes(StandardCharsets.US_ASCII), server.port());

        assertThat(answer.status()).isEqualTo(status);
        assertThat(answer.isOfGpulse()).isTrue();
    }
}
