package io.gpulse.security;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpulse.device.Owner;
import io.gpulse.device.ProcessSample;
import io.gpulse.device.Readings;
import io.gpulse.device.Snapshot;
import io.gpulse.metric.Reading;
import io.gpulse.testing.RawConnection;
import io.gpulse.testing.Snapshots;
import io.gpulse.testing.TestServer;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A command line can hold a secret: who gets to see it, by every way there is. */
class CommandLinesTests {

    private static final String SECRET = "python train.py --api-key=hunter2";
    private static final List<String> WAYS = List.of(
            "/api/v1/snapshot",
            "/api/v1/snapshot?view=core",
            "/api/v1/snapshot?metrics=command",
            "/api/v1/gpus",
            "/api/v1/gpus/0",
            "/api/v1/processes",
            "/api/v1/gpus/0/processes");
    private static final List<String> NEVER = List.of(
            "/",
            "/?columns=400",
            "/api/v1/nvidia-smi",
            "/api/v1/query?q",
            "/api/v1/query?query-compute-apps=pid,name",
            "/api/v1/host?processes=20");

    @Test
    void areVisibleWithTheScopeOnly() {
        try (TestServer server = started("authenticated")) {
            for (String way : WAYS) {
                assertThat(Caller.withToken(server, Guarded.AUDITOR).get(way).body())
                        .as(way)
                        .contains(SECRET)
                        .doesNotContain("\"command\":\"HIDDEN\"");
                assertThat(Caller.withToken(server, Guarded.READER).get(way).body())
                        .as(way)
                        .contains("\"command\":\"HIDDEN\"")
                        .doesNotContain("hunter2");
            }
        }
    }

    @Test
    void areHiddenByDefault() {
        try (TestServer server = started("hidden")) {
            assertThat(WAYS)
                    .allSatisfy((way) -> assertThat(Caller.withToken(server, Guarded.AUDITOR)
                                    .get(way)
                                    .body())
                            .contains("\"command\":\"HIDDEN\"")
                            .doesNotContain("hunter2"));
        }
    }

    @Test
    void areVisibleToEveryReaderWhereConfigured() {
        try (TestServer server = started("all")) {
            assertThat(Caller.withToken(server, Guarded.READER)
                            .get("/api/v1/processes")
                            .body())
                    .contains(SECRET);
        }
    }

    @Test
    void areInNoTextThatHasNoPlaceForThem() {
        try (TestServer server = started("all")) {
            assertThat(NEVER)
                    .allSatisfy((way) -> assertThat(Caller.withToken(server, Guarded.AUDITOR)
                                    .get(way)
                                    .body())
                            .as(way)
                            .isNotEmpty()
                            .doesNotContain("hunter2"));
        }
    }

    @Test
    void areNeverCompressedSinceTheLengthWouldRevealThem() {
        try (TestServer server = started("authenticated")) {
            for (String way : WAYS) {
                Caller.Answer answer = Caller.of(
                                server, "Authorization: Bearer " + Guarded.AUDITOR, "Accept-Encoding: gzip")
                        .get(way);
                assertThat(answer.header("Content-Encoding").orElse("none"))
                        .as(way)
                        .isNotEqualTo("gzip");
                assertThat(answer.body()).as(way).contains(SECRET);
            }
            assertThat(Caller.of(server, "Authorization: Bearer " + Guarded.READER, "Accept-Encoding: gzip")
                            .get("/api/v1/snapshot")
                            .header("Content-Encoding"))
                    .contains("gzip");
            try (RawConnection stream = RawConnection.get(
                    server,
                    "/api/v1/stream?events=false",
                    "Authorization: Bearer " + Guarded.AUDITOR,
                    "Accept-Encoding: gzip")) {
                assertThat(stream.headers()).doesNotContainIgnoringCase("gzip");
                stream.chunk();
                assertThat(stream.chunk()).contains(SECRET);
            }
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"command", "user"})
    void areNotRevealedByTheSortOrder(String sort) {
        try (TestServer server = started("authenticated")) {
            String path = "/api/v1/processes?sort=" + sort;

            String reader = Caller.withToken(server, Guarded.READER).get(path).body();
            String auditor = Caller.withToken(server, Guarded.AUDITOR).get(path).body();

            assertThat(reader.indexOf("\"pid\":7")).isLessThan(reader.indexOf("\"pid\":8"));
            assertThat(auditor.indexOf("\"pid\":7") < auditor.indexOf("\"pid\":8"))
                    .isEqualTo(sort.equals("user"));
        }
    }

    private static TestServer started(String whom) {
        Snapshot snapshot = Snapshots.of(
                0,
                Snapshots.NVML,
                List.of(Snapshots.gpu(0).with(List.of(process(7, SECRET), process(8, "a comes before p")))));
        return TestServer.started(Guarded.withTokensAndUser("gpulse.processes.command-line=" + whom))
                .takes(snapshot);
    }

    private static ProcessSample process(int pid, String command) {
        Owner owner = new Owner(
                "python",
                Instant.EPOCH,
                new Reading.Text("anna"),
                new Reading.Text(command),
                new Reading.Text("train.py"));
        return new ProcessSample(pid, ProcessSample.Type.COMPUTE, null, null, Readings.NONE).of(owner);
    }
}
