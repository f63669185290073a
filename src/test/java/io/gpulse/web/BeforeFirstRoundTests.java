package io.gpulse.web;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpulse.testing.Http;
import io.gpulse.testing.TestServer;
import org.junit.jupiter.api.Test;

class BeforeFirstRoundTests {

    @Test
    void requestBeforeTheFirstRoundReceivesRetryAfter() {
        try (TestServer young = TestServer.started()) {
            for (String path : new String[] {
                "/api/v1/snapshot",
                "/api/v1/gpus",
                "/api/v1/gpus/0",
                "/api/v1/host",
                "/",
                "/api/v1/summary",
                "/api/v1/gpus/free"
            }) {
                var response = Http.get(young, path);

                assertThat(response.statusCode()).isEqualTo(503);
                assertThat(response.body()).contains("has not finished its first round");
                assertThat(response.headers().firstValue("Retry-After")).contains("1");
            }
            assertThat(Http.get(young, "/api/v1/status").body())
                    .contains("\"kind\":\"NONE\"", "first round")
                    .contains("\"machine\":{\"bootId\":\"5d1f2c7e-6a35-4f0e-9b0a-3f6f0c3f4c5e\","
                            + "\"pidNamespace\":4026531836}");
        }
    }
}
