package io.gpulse.web.parameter;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpulse.testing.Http;
import io.gpulse.testing.Snapshots;
import io.gpulse.testing.TestServer;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ParameterBindingTests {

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
    @ValueSource(strings = {"view[0]=core", "view.x=core", "view[]=core", "metrics['a']=b", "_view=core", "!view=core"})
    void aPathBelowAParameterIsAnotherParameter(String query) {
        String encoded = query.replace("[", "%5B").replace("]", "%5D");

        assertThat(Http.get(server, "/api/v1/snapshot?" + encoded).statusCode()).isEqualTo(400);
    }

    @Test
    void aHeaderIsNoParameter() {
        byte[] response = Http.bytes(server, "/api/v1/snapshot", "View", "core", "Metrics", "nonsense")
                .body();

        assertThat(new String(response, StandardCharsets.UTF_8)).contains("\"view\":\"full\"");
    }
}
