package io.gpulse.mcp;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.springframework.http.server.reactive.HttpHandler;
import org.springframework.http.server.reactive.ServerHttpRequest;
import org.springframework.mock.http.server.reactive.MockServerHttpRequest;
import reactor.core.publisher.Mono;
import tools.jackson.databind.json.JsonMapper;

/** The requests of tools to REST. */
class ToolsTests {

    private final List<ServerHttpRequest> seen = new ArrayList<>();

    private Map<String, String> query(String tool, String arguments, boolean isSimulated) {
        HttpHandler rest = (request, response) -> {
            this.seen.add(request);
            return response.writeWith(
                    Mono.fromSupplier(() -> response.bufferFactory().wrap("{}".getBytes(StandardCharsets.UTF_8))));
        };
        JsonMapper json = JsonMapper.shared();
        Tools.call(
                        Tools.find(json.valueToTree(tool)).orElseThrow(),
                        json.readTree(arguments),
                        new RestCalls(rest, MockServerHttpRequest.post("/mcp").build(), isSimulated))
                .block();
        return this.seen.get(this.seen.size() - 1).getQueryParams().toSingleValueMap();
    }

    @Test
    void pidsAreThoseOfTheHostUnlessTheyAreSimulated() {
        Map<String, String> query = query("job_report", "{\"pids\":[7,8],\"since\":\"2h\"}", false);

        assertThat(query).containsEntry("pids", "7,8").containsEntry("pid-namespace", "4026531836");
        assertThat(Long.parseLong(query.get("to")) - Long.parseLong(query.get("from")))
                .isEqualTo(7_200_000);
        assertThat(query("job_report", "{\"pids\":[7]}", true)).containsOnlyKeys("pids", "from", "to");
    }

    @Test
    void aHistoryIsAFewStepsOfOneMetricUnlessOthersAreNamed() {
        assertThat(query("gpu_history", "{}", false)).isEqualTo(Map.of("metrics", "utilization.gpu", "points", "6"));
        assertThat(query("gpu_history", "{\"metrics\":\"power.draw,memory.used\",\"gpus\":\"0,1\"}", false))
                .isEqualTo(Map.of("metrics", "power.draw,memory.used", "points", "6", "gpus", "0,1"));
    }
}
