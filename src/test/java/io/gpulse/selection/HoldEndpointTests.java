package io.gpulse.selection;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpulse.device.MigSample;
import io.gpulse.device.Snapshot;
import io.gpulse.testing.Http;
import io.gpulse.testing.Instances;
import io.gpulse.testing.Snapshots;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;

/** Holds of GPUs, over a real port. */
class HoldEndpointTests extends WaitingClients {

    @Test
    void aHeldGpuIsNotFreeForOthersUntilItIsReleased() {
        HttpResponse<String> held = send("POST", HOLDS + "seconds=120&holder=anna");
        String id = json(held).path("id").asString();

        assertThat(held.statusCode()).isEqualTo(201);
        assertThat(held.headers().firstValue("Location")).contains("/api/v1/holds/" + id);
        assertThat(json(held).path("environment").asString())
                .isEqualTo("CUDA_DEVICE_ORDER=PCI_BUS_ID CUDA_VISIBLE_DEVICES="
                        + Snapshots.identity(0).uuid());
        JsonNode free = json(send("GET", FREE + "count=3"));
        assertThat(indexes(free.path("chosen"))).containsExactly(1);
        assertThat(free.at("/rejected/0/reasons/0").asString()).matches("It is held for 1[12]\\d s by anna\\.");
        assertThat(free.at("/gpus/0/obstacles/0").asString()).isEqualTo("HELD");
        assertThat(free.at("/gpus/0/category").asString()).isEqualTo("FREE_BUT");
        assertThat(free.at("/gpus/0/hold/holder").asString()).isEqualTo("anna");
        assertThat(free.at("/gpus/1/hold").isMissingNode()).isTrue();
    }

    @Test
    void theInstancesOfAGpuThatAreHeldAreNamed() {
        List<MigSample> instances = Instances.ofH100();
        Snapshot round =
                Snapshots.of(1, Snapshots.NVML, List.of(Instances.split(gpu(0, true), instances), gpu(1, true)));
        this.server.takes(Snapshots.every(Duration.ofHours(1), round));

        assertThat(send("POST", HOLDS + "mig=1g.10gb&holder=anna").statusCode()).isEqualTo(201);

        JsonNode gpus = json(send("GET", FREE)).path("gpus");
        assertThat(gpus.at("/0/heldInstances").valueStream().map(JsonNode::asString))
                .containsExactly(instances.get(2).uuid());
        assertThat(gpus.at("/0/hold").isMissingNode()).isTrue();
        assertThat(gpus.at("/1/heldInstances").isMissingNode()).isTrue();
    }

    @Test
    void theTableAndTheFleetNameTheHolder() {
        send("POST", HOLDS + "seconds=120&holder=anna");

        JsonNode gpu = json(send("GET", "/api/v1/machine")).at("/gpus/0");
        assertThat(gpu.path("use").asString()).isEqualTo("RESERVED");
        assertThat(gpu.at("/holders/0/user").asString()).isEqualTo("anna");
        assertThat(Http.get(this.server, "/").body().replaceAll("\\s+", " "))
                .containsPattern("GPU 0 is held for \\d+ s by anna\\.");
    }

    @Test
    void aHoldIsRenewedAndReleased() {
        String id = json(send("POST", HOLDS)).path("id").asString();

        assertThat(send("PUT", "/api/v1/holds/" + id + "?seconds=5").statusCode())
                .isEqualTo(200);
        assertThat(send("DELETE", "/api/v1/holds/" + id).statusCode()).isEqualTo(204);
        assertThat(indexes(json(send("GET", FREE + "count=3")).path("chosen"))).containsExactly(0, 1);
        assertThat(json(send("DELETE", "/api/v1/holds/" + id)).path("detail").asString())
                .isEqualTo("You have no hold '" + id + "': it has ended, or is of another caller.");
        assertThat(send("PUT", "/api/v1/holds/" + id).statusCode()).isEqualTo(404);
    }

    @Test
    void tooFewFreeGpusAreAConflictWithReasons() {
        HttpResponse<String> refused = send("POST", HOLDS + "count=3");

        assertThat(refused.statusCode()).isEqualTo(409);
        assertThat(json(refused).path("detail").asString())
                .isEqualTo("3 requested, 2 free. GPU 2: Its utilization was up to 97 %.");
        assertThat(indexes(json(send("GET", FREE + "count=3")).path("chosen"))).hasSize(2);
    }

    @Test
    void aShellHasOneLine() {
        assertThat(send("POST", HOLDS + "count=2&format=env").body())
                .isEqualTo("CUDA_DEVICE_ORDER=PCI_BUS_ID CUDA_VISIBLE_DEVICES="
                        + Snapshots.identity(0).uuid() + ","
                        + Snapshots.identity(1).uuid() + "\n");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "POST | /api/v1/holds?seconds=0   | seconds must be a whole number from 1 to 120, not '0'.",
                "POST | /api/v1/holds?seconds=121 | seconds must be a whole number from 1 to 120, not '121'.",
                "POST | /api/v1/holds?holder=%0A  | holder is a name of at most 64 letters",
                "POST | /api/v1/holds?holder=     | holder is a name of at most 64 letters",
                "POST | /api/v1/holds?holder=anna.%20GPU%201%20is%20free | holder is a name of at most 64 letters",
                "POST | /api/v1/holds?wait=25h    | wait must be a number with a unit",
                "POST | /api/v1/holds?secs=1      | There is no parameter 'secs'. The nearest is 'seconds'",
                "PUT  | /api/v1/holds/x?seconds=0 | seconds must be a whole number from 1 to 120, not '0'.",
                "GET  | /api/v1/gpus/free?wait=3650d | wait must be a number with a unit",
                "GET  | /api/v1/gpus/free?wait=-1s   | wait must be a number with a unit",
                "GET  | /api/v1/fleet/free?wait=10y  | wait must be a number with a unit"
            })
    void invalidParametersAreRefused(String method, String path, String sentence) {
        HttpResponse<String> refused = send(method, path);

        assertThat(refused.statusCode()).isEqualTo(400);
        assertThat(json(refused).path("detail").asString()).startsWith(sentence);
    }
}
