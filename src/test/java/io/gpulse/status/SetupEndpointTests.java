package io.gpulse.status;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpulse.device.GpuState;
import io.gpulse.device.Source;
import io.gpulse.device.SourceKind;
import io.gpulse.testing.Http;
import io.gpulse.testing.Snapshots;
import io.gpulse.testing.TestServer;
import java.util.List;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The findings about this machine in the status, here of a server without a source. */
class SetupEndpointTests {

    private static final Source PROGRAM = new Source(SourceKind.NVIDIA_SMI, false, "580.95.05", null, "13.0", null);

    @Test
    void theStatusHasTheFindingsBeforeTheFirstRound() {
        try (TestServer server = TestServer.started()) {
            JsonNode setup = setup(server);

            assertThat(setup.get("situation").asString()).isNotEmpty();
            assertThat(setup.get("checks")
                            .valueStream()
                            .map((check) -> check.get("name").asString()))
                    .containsExactly("library", "module", "nodes", "container", "wsl");
            assertThat(setup.get("steps").size()).isEqualTo(3);
        }
    }

    @Test
    void noStepIsNeededWhileNvidiaSmiDeliversTheGpusOfThisMachine() {
        try (TestServer server = TestServer.started()) {
            server.takes(Snapshots.of(0, PROGRAM, List.of(Snapshots.troubled(0, GpuState.LOST, "lost"))));
            assertThat(setup(server).get("steps").size()).isEqualTo(3);

            server.takes(Snapshots.of(1, PROGRAM, List.of(Snapshots.gpu(0))));
            assertThat(setup(server).get("steps").isEmpty()).isTrue();
            assertThat(setup(server).get("checks").size()).isEqualTo(5);

            server.takes(Snapshots.of(2, PROGRAM.failing("It ended."), List.of(Snapshots.gpu(0))));
            assertThat(setup(server).get("steps").size()).isEqualTo(3);

            server.takes(Snapshots.of(3, PROGRAM, List.of(Snapshots.gpu(0)))).ofAnotherMachine();
            assertThat(setup(server).get("steps").size()).isEqualTo(3);
        }
    }

    private static JsonNode setup(TestServer server) {
        return JsonMapper.shared()
                .readTree(Http.get(server, "/api/v1/status").body())
                .get("setup");
    }
}
