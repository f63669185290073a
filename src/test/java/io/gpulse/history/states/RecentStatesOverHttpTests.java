package io.gpulse.history.states;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.gpulse.testing.Http;
import io.gpulse.testing.Snapshots;
import io.gpulse.testing.StateRounds;
import io.gpulse.testing.TestServer;
import io.gpulse.testing.Wait;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The states of a time span that ends now over HTTP. */
class RecentStatesOverHttpTests {

    private static final int ROUNDS = 200;

    @TempDir
    private Path folder;

    @Test
    void theSecondsSumToTheTimeFromBeginToEnd() {
        try (TestServer server =
                TestServer.started("gpulse.history.enabled=true", "gpulse.history.dir=" + this.folder)) {
            Instant newest = Instant.now().minusMillis(700);
            for (int n = 0; n <= ROUNDS; n++) {
                server.takes(Snapshots.at(
                        newest.minusSeconds(ROUNDS - n), Snapshots.of(n, Snapshots.NVML, List.of(StateRounds.busy()))));
            }
            Wait.until(() -> states(server).at("/gpus/0/seconds/busy").asDouble() > 0);

            JsonNode states = states(server);

            double sum = states.at("/gpus/0/seconds")
                    .valueStream()
                    .mapToDouble(JsonNode::asDouble)
                    .sum();
            long length = states.path("to").asLong() - states.path("from").asLong();
            assertThat(sum).isPositive().isEqualTo(length / 1000.0, within(1e-6));
        }
    }

    private static JsonNode states(TestServer server) {
        return JsonMapper.shared()
                .readTree(Http.get(server, "/api/v1/history/states?range=180s").body());
    }
}
