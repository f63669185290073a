package io.gpulse;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import io.gpulse.nvml.FakeDriver;
import io.gpulse.nvml.NeedsCompiler;
import io.gpulse.testing.Thorough;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** A job of a real Slurm with two GPUs, of which it uses one. */
@Thorough(3)
@NeedsCompiler
@EnabledIfSystemProperty(
        named = "slurm",
        matches = "true",
        disabledReason = "no Slurm: mvn -Pthorough,slurm verify runs a job of the one that is installed")
class SlurmIT {

    /** Without the past: the GPUs are free in the round after the job. */
    private static final String FREE = "/api/v1/gpus/free?count=4&window=0s";

    private static final long HELD = 5L << 30;

    @TempDir
    private Path folder;

    private FakeDriver driver;

    @BeforeEach
    void checkMachine() {
        assumeThat(SlurmCluster.missing()).as("what a cluster lacks").isEmpty();
        this.driver = FakeDriver.in(this.folder.resolve("driver"));
        setIdle();
    }

    @Test
    void aJobHasItsProcessAndReservesItsGpusUntilItEnds() throws Exception {
        try (SlurmCluster slurm = SlurmCluster.in(this.folder.resolve("slurm"));
                GpulseProcess gpulse = gpulse(slurm)) {
            assertThat(gpulse.awaitJson(FREE, (free) -> chosen(free).size() == 4))
                    .isNotNull();

            String job = slurm.submit(2);
            int pid = slurm.pid();
            this.driver.process(0, "compute", pid, HELD);

            assertRuns(gpulse, job, pid);
            assertReserved(gpulse, job);

            slurm.cancel();
            this.driver.clear();
            setIdle();

            gpulse.awaitJson(FREE, (free) -> chosen(free).size() == 4);
            assertThat(gpulse.json("/api/v1/snapshot").get("gpus"))
                    .allMatch((gpu) -> reservations(gpu).isEmpty());
            assertThat(this.driver.violations()).isEmpty();
        }
    }

    private static void assertRuns(GpulseProcess gpulse, String job, int pid) {
        String processes = "/api/v1/processes?pids=" + pid;
        JsonNode process = gpulse.awaitJson(
                        processes, (all) -> all.at("/0/workload").isObject())
                .get(0);
        assertThat(process.get("gpu").asInt()).isZero();
        assertThat(process.at("/facts/user").asString()).isEqualTo("root");
        assertThat(process.at("/workload/step").asString()).isEqualTo("batch");
        assertJob(process.get("workload"), job, "cgroup");
        JsonNode report = gpulse.awaitJson(
                "/api/v1/jobs/" + job, (found) -> found.path("reservedGpus").size() == 1);
        assertThat(report.get("id").asString()).isEqualTo("slurm-" + job);
        assertThat(report.get("user").asString()).isEqualTo("root");
        assertThat(report.get("state").asString()).isEqualTo("RUNNING");
        assertThat(report.at("/gpus/0/index").asInt()).isZero();
        assertThat(report.at("/reservedGpus/0").asInt()).isEqualTo(1);
    }

    private static void assertReserved(GpulseProcess gpulse, String job) {
        JsonNode free = gpulse.awaitJson(FREE, (found) -> chosen(found).size() == 2);
        assertThat(chosen(free)).containsExactly(2, 3);
        JsonNode second = free.at("/rejected/1");
        assertThat(second.get("index").asInt()).isEqualTo(1);
        assertThat(second.get("reasons"))
                .extracting(JsonNode::asString)
                .containsExactly("It is reserved for slurm job " + job + " of root.");
        JsonNode gpus = gpulse.json("/api/v1/snapshot").get("gpus");
        for (int index = 0; index < 2; index++) {
            JsonNode reservation = gpus.at("/" + index + "/reservations/0");
            assertThat(reservation.get("place").asString()).isEqualTo(Integer.toString(index));
            assertThat(reservation.get("user").asString()).isEqualTo("root");
            assertJob(reservation.get("workload"), job, "gpustat-file");
        }
        assertThat(gpus.at("/1/processes").isEmpty()).isTrue();
        assertThat(reservations(gpus.get(2)).isEmpty()).isTrue();
    }

    private static void assertJob(JsonNode workload, String job, String evidence) {
        assertThat(workload.get("kind").asString()).isEqualTo("JOB");
        assertThat(workload.get("id").asString()).isEqualTo(job);
        assertThat(workload.get("system").asString()).isEqualTo("slurm");
        assertThat(workload.get("evidence").asString()).isEqualTo(evidence);
    }

    private static List<Integer> chosen(JsonNode free) {
        return free.path("chosen")
                .valueStream()
                .map((gpu) -> gpu.get("index").asInt())
                .toList();
    }

    private static JsonNode reservations(JsonNode gpu) {
        return gpu.path("reservations");
    }

    private void setIdle() {
        this.driver
                .gpus(4)
                .valueOfAll("nvmlDeviceGetUtilizationRates.gpu", 0)
                .valueOfAll("nvmlDeviceGetMemoryInfo_v2.used", 0);
    }

    /** In a container too, the PIDs of the driver in C are those of this {@code /proc}, by another name. */
    private GpulseProcess gpulse(SlurmCluster slurm) {
        return GpulseProcess.started(
                JavaProcess.SHORT_RUN,
                "--server.port=0",
                "--gpulse.history.dir=" + this.folder.resolve("history"),
                "--gpulse.nvml.library=" + this.driver.library(),
                "--gpulse.processes.proc=/proc/.",
                "--gpulse.processes.job-folders=" + slurm.jobFolder());
    }
}
