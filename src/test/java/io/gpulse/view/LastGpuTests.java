package io.gpulse.view;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpulse.device.GpuSample;
import io.gpulse.device.GpuState;
import io.gpulse.metric.Metric;
import io.gpulse.testing.Snapshots;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The last facts of a GPU in JSON. */
class LastGpuTests {

    private static final Instant SAMPLED_AT = Instant.parse("2026-11-20T09:58:00Z");

    private static JsonNode json(GpuSample gpu) {
        return JsonMapper.shared().valueToTree(GpuResponse.of(gpu, View.FULL));
    }

    @Test
    void aGpuThatIsNotReadHasItsLastFactsAndNoValuesOfNow() {
        GpuSample before = Snapshots.gpu(0);
        GpuSample lost =
                Snapshots.troubled(0, GpuState.LOST, "Lost.").with(new GpuSample.Last(SAMPLED_AT, before.known()));

        JsonNode gpu = json(lost);

        assertThat(gpu.get("values").isEmpty()).isTrue();
        assertThat(gpu.get("processes").isEmpty()).isTrue();
        JsonNode last = gpu.get("last");
        assertThat(last.get("sampledAt").asString()).isEqualTo("2026-11-20T09:58:00Z");
        JsonNode then = json(before);
        for (String part : new String[] {"values", "facts", "processes"}) {
            assertThat(last.get(part)).as(part).isEqualTo(then.get(part));
        }
        assertThat(last.get("values").get(Metric.MEMORY_TOTAL.key()).isNumber()).isTrue();
        assertThat(last.has("absent")).isFalse();
    }

    @Test
    void aGpuThatIsReadHasNone() {
        assertThat(json(Snapshots.gpu(0)).has("last")).isFalse();
    }
}
