package io.gpulse;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpulse.host.FakeProc;
import io.gpulse.metric.Metric;
import io.gpulse.nvml.FakeDriver;
import io.gpulse.testing.Wait;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.util.List;
import reactor.core.publisher.Flux;
import tools.jackson.databind.JsonNode;

/** GPU 0 with one process in the C driver and in a folder for {@code /proc}, and the expected JSON. */
final class UsedGpu {

    private static final int PID = 41102;
    private static final long MEMORY = 75_594_989_568L;
    private static final long STARTED_AT = 4711;
    private static final long PAGES = 765;
    private static final long UPTIME = 1000;

    private final FakeDriver driver;
    private final FakeProc proc;

    UsedGpu(FakeDriver driver, FakeProc proc) {
        this.driver = driver.process(0, "compute", PID, MEMORY);
        this.proc = proc.process(PID, "python", STARTED_AT)
                .write(PID + "/cmdline", "python\0train.py\0")
                .write(PID + "/cgroup", "0::/slurm/uid_7/job_311204/step_0\n");
    }

    /** The driver records the process again with every snapshot, so that no round is missed. */
    void arrives(Metric metric, Flux<JsonNode> snapshots) {
        JsonNode sampled = snapshots
                .doOnNext((snapshot) -> use(snapshot.get("sequence").asLong()))
                .map((snapshot) -> snapshot.get("gpus").get(0).path("processes").path(0))
                .filter((process) -> process.has("pid"))
                .filter((process) -> !absence(process, metric).equals("NO_DATA"))
                .filter((process) -> metric != Metric.PROCESS_HOST_CPU || number(process, metric) > 0)
                .filter((process) -> metric != Metric.PROCESS_HOST_MEMORY || number(process, metric) > 0)
                .blockFirst(Wait.PATIENCE);

        assertThat(sampled.get("pid").asInt()).isEqualTo(PID);
        assertThat(sampled.get("type").asString()).isEqualTo("COMPUTE");
        switch (metric) {
            case PROCESS_MEMORY -> assertThat(number(sampled, metric)).isEqualTo(MEMORY);
            case PROCESS_SM -> assertThat(number(sampled, metric)).isEqualTo(61);
            case PROCESS_MEMORY_UTILIZATION ->
                assertThat(number(sampled, metric)).isEqualTo(23);
            case PROCESS_ENCODER -> assertThat(number(sampled, metric)).isEqualTo(5);
            case PROCESS_DECODER -> assertThat(number(sampled, metric)).isEqualTo(9);
            case PROCESS_USER -> assertThat(fact(sampled, metric)).isEqualTo(owner());
            case PROCESS_HOST_CPU -> assertThat(number(sampled, metric)).isPositive();
            case PROCESS_HOST_MEMORY -> assertThat(number(sampled, metric)).isEqualTo(PAGES * FakeProc.PAGE);
            case PROCESS_ELAPSED -> assertThat(number(sampled, metric)).isEqualTo(UPTIME - STARTED_AT / 100);
            case PROCESS_PROGRAM -> assertThat(fact(sampled, metric)).isEqualTo("train.py");
            case PROCESS_WORKLOAD -> assertThat(fact(sampled, metric)).isEqualTo("slurm job 311204");
            case PROCESS_COMMAND -> assertThat(absence(sampled, metric)).isEqualTo("HIDDEN");
            default -> throw new AssertionError("No test sets the source of " + metric.key());
        }
    }

    private void use(long sequence) {
        this.driver.processUse(0, PID, sequence, List.of(61, 23, 5, 9));
        this.proc.usage(PID, STARTED_AT, sequence, PAGES);
    }

    private static long number(JsonNode process, Metric metric) {
        return process.get("values").get(metric.key()).asLong();
    }

    private static String fact(JsonNode process, Metric metric) {
        return process.get("facts").get(metric.key()).asString();
    }

    private static String absence(JsonNode process, Metric metric) {
        return process.path("absent").path(metric.key()).asString("");
    }

    private String owner() {
        try {
            return Files.getOwner(this.proc.root().resolve(Integer.toString(PID)))
                    .getName();
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }
}
