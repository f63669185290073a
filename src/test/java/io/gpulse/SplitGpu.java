package io.gpulse;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpulse.device.MigSample.Place;
import io.gpulse.metric.Metric;
import io.gpulse.metric.Probe;
import io.gpulse.metric.Scope;
import io.gpulse.nvml.FakeDriver;
import io.gpulse.nvml.FakeInstance;
import io.gpulse.testing.Wait;
import java.util.EnumMap;
import java.util.Map;
import reactor.core.publisher.Flux;
import tools.jackson.databind.JsonNode;

/** A GPU that is split, with a distinct value of the C driver for each row of an instance, and the expected JSON. */
final class SplitGpu {

    static final int INDEX = 1;

    private static final int SLOT = 2;

    private final FakeInstance instance;
    private final Map<Metric, Double> expected = new EnumMap<>(Metric.class);

    SplitGpu(FakeDriver driver) {
        driver.value(INDEX, "nvmlGpmQueryDeviceSupport.isSupportedDevice", 1);
        this.instance = driver.instance(INDEX, SLOT).create(new Place(9, 0), "1g.10gb");
        Metric.of(Scope.MIG).forEach((metric) -> this.expected.put(metric, setValue(metric)));
    }

    void arrives(Metric metric, Flux<JsonNode> snapshots) {
        JsonNode actual = snapshots
                .map((snapshot) -> snapshot.get("gpus").path(INDEX).path("mig").path(0))
                .filter((sampled) ->
                        sampled.has("values") && !sampled.get("absent").has(metric.key()))
                .blockFirst(Wait.PATIENCE);

        assertThat(actual.get("gpuInstance").asInt()).isEqualTo(9);
        assertThat(actual.get("computeInstance").asInt()).isZero();
        assertThat(actual.get("profile").asString()).isEqualTo("1g.10gb");
        assertThat(actual.get("uuid").asString()).startsWith("MIG-");
        assertThat(actual.get("values").get(metric.key()).asDouble()).isEqualTo(this.expected.get(metric));
    }

    /** Sets a value of the instance that no other row has. */
    private double setValue(Metric metric) {
        Probe first = metric.spec().probes().get(0);
        if (first instanceof Probe.Listed) {
            this.instance.process("compute", 41_203, 1 << 20);
            return 1;
        }
        if (first instanceof Probe.Gpm figure) {
            this.instance.value(figure.source(), figure.id() + 0.75);
            return figure.id() + 0.75;
        }
        boolean isTotal = metric == Metric.MIG_MEMORY_TOTAL || metric == Metric.MIG_BAR1_TOTAL;
        long raw = isTotal ? (1L << 35) + metric.ordinal() : metric.ordinal() % 64 + 1;
        this.instance.value(first.source(), raw);
        return raw;
    }
}
