package io.gpulse.status;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpulse.rounds.Rounds;
import io.gpulse.testing.Http;
import io.gpulse.testing.Snapshots;
import io.gpulse.testing.TestServer;
import io.gpulse.testing.Wait;
import io.gpulse.web.ConsumerGuard;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.springframework.test.util.ReflectionTestUtils;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Failing parts of gpulse in the status. */
class FailureEndpointTests {

    @Test
    void aPartThatFailsIsListedUntilARoundSucceeds() {
        try (TestServer server = TestServer.started()) {
            server.takes(Snapshots.numbered(0));
            guards(server).get(0).failed(new IllegalStateException("no more"));

            assertThat(failures(server)).singleElement().satisfies((failure) -> {
                assertThat(failure.get("part").asString()).isEqualTo("rounds");
                assertThat(failure.get("detail").asString()).contains("no more");
            });

            server.takes(Snapshots.numbered(1));
            Wait.until(() -> failures(server).isEmpty());
        }
    }

    @SuppressWarnings("unchecked")
    private static List<ConsumerGuard> guards(TestServer server) {
        Rounds rounds = server.bean(Rounds.class);
        return (List<ConsumerGuard>) Objects.requireNonNull(ReflectionTestUtils.getField(rounds, "guards"));
    }

    private static JsonNode failures(TestServer server) {
        return JsonMapper.shared()
                .readTree(Http.get(server, "/api/v1/status").body())
                .get("failures");
    }
}
