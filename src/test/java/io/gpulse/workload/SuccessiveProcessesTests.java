package io.gpulse.workload;

import static io.gpulse.workload.StoredJobs.at;
import static org.assertj.core.api.Assertions.assertThat;

import io.gpulse.history.accounting.Membership;
import io.gpulse.history.accounting.ProcessAccount;
import io.gpulse.history.accounting.ProcessKey;
import io.gpulse.testing.Http;
import io.gpulse.testing.Snapshots;
import io.gpulse.testing.TestServer;
import io.gpulse.testing.Wait;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** A job whose processes follow each other, and another one on its GPU. */
class SuccessiveProcessesTests {

    private static ProcessAccount process(int pid, int from, int to, String user) {
        return StoredJobs.process(
                new ProcessKey("GPU-00000000", pid, at(from)),
                at(to),
                true,
                StoredJobs.identity("serve.py", user, Membership.NONE));
    }

    @Test
    void theReportOfAJobHasTheHoursOfTheList(@TempDir Path folder) {
        StoredJobs.write(
                folder,
                List.of(
                        process(11, 0, 20, "eva"),
                        process(12, 20, 60, "eva"),
                        process(13, 60, 90, "eva"),
                        process(21, 0, 30, "tim")));
        try (TestServer server = TestServer.started("gpulse.history.enabled=true", "gpulse.history.dir=" + folder)) {
            server.takes(Snapshots.of(1, Snapshots.NVML, List.of()));
            Wait.until(() -> Http.get(server, "/api/v1/jobs").statusCode() == 200);
            JsonNode eva = json(server, "?user=eva").path("jobs").path(0);

            assertThat(eva.at("/gpuHours/total").asDouble()).isEqualTo(1.5);
            assertThat(eva.at("/gpuHours/shared").asDouble()).isEqualTo(0.5);
            assertThat(IntStream.of(11, 12, 13)
                            .mapToObj((pid) -> json(server, "/" + id(pid)).path("gpuHours")))
                    .containsOnly(eva.path("gpuHours"));
        }
    }

    private static String id(int pid) {
        return pid + "-" + at(pid == 11 ? 0 : pid == 12 ? 20 : 60) / 1000;
    }

    private static JsonNode json(TestServer server, String rest) {
        return JsonMapper.shared()
                .readTree(Http.get(server, "/api/v1/jobs" + rest).body());
    }
}
