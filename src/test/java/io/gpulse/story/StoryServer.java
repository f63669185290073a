package io.gpulse.story;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpulse.device.Source;
import io.gpulse.testing.Http;
import io.gpulse.testing.Snapshots;
import io.gpulse.testing.TestServer;
import io.gpulse.testing.Wait;
import java.net.http.HttpResponse;
import java.util.List;
import java.util.Map;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** A server with a history that a test has written. */
final class StoryServer {

    private StoryServer() {}

    /** Starts it, and waits until it answers the request of a story. */
    static TestServer started(String folder, Source source, String story) {
        TestServer server = TestServer.started(
                "gpulse.history.enabled=true",
                "gpulse.history.dir=" + folder,
                "gpulse.history.raw=366d",
                "gpulse.history.minute=366d");
        server.takes(Snapshots.of(1, source, List.of(Snapshots.gpu(0, Map.of()))));
        Wait.until(() -> Http.get(server, story).statusCode() == 200);
        return server;
    }

    static JsonNode json(TestServer server, String path) {
        HttpResponse<String> response = Http.get(server, path);
        assertThat(response.statusCode()).as(response.body()).isEqualTo(200);
        return JsonMapper.shared().readTree(response.body());
    }

    static List<String> texts(JsonNode story) {
        return story.get("sentences")
                .valueStream()
                .map((one) -> one.get("text").asString())
                .toList();
    }
}
