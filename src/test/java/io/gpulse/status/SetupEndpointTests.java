package io.gpulse.status;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpulse.testing.Http;
import io.gpulse.testing.TestServer;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The findings about this machine in the status, here of a server without a source. */
class SetupEndpointTests {

    @Test
    void theStatusHasTheFindingsBeforeTheFirstRound() {
        try (TestServer server = TestServer.started()) {
            JsonNode setup = JsonMapper.shared()
                    .readTree(Http.get(server, "/api/v1/status").body())
                    .get("setup");

            assertThat(setup.get("situation").asString()).isNotEmpty();
            assertThat(setup.get("checks")
                            .valueStream()
                            .map((check) -> check.get("name").asString()))
                    .containsExactly("library", "module", "nodes", "container", "wsl");
            assertThat(setup.get("steps").size()).isEqualTo(3);
        }
    }
}
