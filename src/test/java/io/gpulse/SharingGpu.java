package io.gpulse;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpulse.metric.Metric;
import io.gpulse.nvml.FakeDriver;
import io.gpulse.testing.Wait;
import java.util.List;
import reactor.core.publisher.Flux;
import tools.jackson.databind.JsonNode;

/** A GPU without memory of its own, next to others. */
final class SharingGpu {

    private final int index;

    SharingGpu(FakeDriver driver, int index) {
        this.index = index;
        refuseMemory(driver, index);
    }

    /** Makes the driver refuse the calls that only a GPU with memory of its own answers. */
    static FakeDriver refuseMemory(FakeDriver driver, int gpu) {
        List.of("nvmlDeviceGetMemoryInfo_v2", "nvmlDeviceGetMemoryInfo", "nvmlDeviceGetBAR1MemoryInfo")
                .forEach((symbol) -> driver.code(gpu, symbol, 3));
        return driver;
    }

    void arrives(Flux<JsonNode> snapshots) {
        JsonNode gpu = snapshots
                .map((snapshot) -> snapshot.get("gpus").path(this.index))
                .filter((each) -> each.path("values").has(Metric.MEMORY_KIND.key()))
                .blockFirst(Wait.PATIENCE);

        assertThat(gpu.get("values").get(Metric.MEMORY_KIND.key()).asInt()).isEqualTo(1);
        assertThat(gpu.get("facts").get(Metric.MEMORY_KIND.key()).asString()).isEqualTo("Shared with the system");
    }
}
