package io.gpulse.report;

import io.gpulse.device.NamespacedPid;
import io.gpulse.device.Owner;
import io.gpulse.device.Owners;
import io.gpulse.device.Snapshot;
import io.gpulse.metric.Reading;
import io.gpulse.nvml.FakeDriver;
import io.gpulse.nvml.session.NvmlSource;
import io.gpulse.sampling.SteppedSampler;
import io.gpulse.testing.TestServer;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Collectors;

/** Rounds of two GPUs, from the driver in C to a server. Phases return the begin of their last round. */
final class ReportedRounds {

    static final Instant START = Instant.parse("2026-11-20T10:00:00.003Z");
    private static final int NOT_SUPPORTED = 3;
    static final int FIRST = 4101;
    static final int SECOND = 4102;

    /** The PID namespace of both processes, in which they are 42 and 43. */
    static final long NAMESPACE = 4_026_532_281L;

    /** Energy of GPU 0 in a round, in mJ. */
    private static final List<Integer> ENERGY =
            List.of(250_000, 300_000, 410_000, 325_000, 500_000, 512_500, 333_000, 444_000);

    private static final List<Integer> UTILIZATION = List.of(10, 20, 30, 40, 90, 60, 70, 80);
    private static final List<Integer> WATTS = List.of(250, 300, 410, 325, 500, 512, 333, 442);
    private static final List<Long> MEMORY = List.of(
            1_000_000_001L,
            2_000_000_000L,
            51_539_607_553L,
            2_000_000_000L,
            2_000_000_000L,
            2_000_000_000L,
            2_000_000_000L,
            1_000_000_000L);

    /** Takes eight rounds: power cap in rounds 3 to 5, with heat in round 5; in round 8 the GPU is idle as well. */
    private static final List<String> REASONS = List.of("0x0", "0x0", "0x4", "0x4", "0x24", "0x0", "0x0", "0x5");

    private static final List<Long> PROCESS = List.of(
            1_000_000_000L,
            1_000_000_000L,
            1_000_000_000L,
            12_884_901_889L,
            1_000_000_000L,
            1_000_000_000L,
            1_000_000_000L,
            1_000_000_000L);

    private final FakeDriver driver;
    private final TestServer server;
    private final SteppedSampler sampler;
    private long counter = 9_000_000_000L;

    ReportedRounds(Path folder, TestServer server) {
        this.server = server;
        this.driver = FakeDriver.in(folder.resolve("driver"));
        Owners owners = (pids, names) -> pids.stream()
                .collect(Collectors.toMap(
                        Function.identity(),
                        (pid) -> new Owner("python", null, new Reading.Text(pid == FIRST ? "anna" : "bert"))
                                .with(new NamespacedPid(pid - FIRST + 42, NAMESPACE, null))));
        setRound(0);
        this.sampler = new SteppedSampler(NvmlSource.ofThisMachine(this.driver.library(), folder), owners, START);
    }

    /** Takes the first round after the driver is opened. */
    Instant first() {
        for (int round = 0; round < 3; round++) {
            this.sampler.step();
        }
        return takes(0);
    }

    /** Returns the violations of the rules of the driver. */
    List<String> end() {
        this.sampler.close();
        return this.driver.violations();
    }

    /** @param lost place of the round that gpulse misses; -1 for none */
    Instant eight(int lost) {
        Instant last = START;
        for (int round = 0; round < ENERGY.size(); round++) {
            this.counter += ENERGY.get(round);
            setRound(round);
            last = round == lost ? this.sampler.step().takenAt() : takes();
        }
        return last;
    }

    private void setRound(int round) {
        this.driver.clear().gpus(2);
        this.driver.value(0, "nvmlDeviceGetTotalEnergyConsumption", this.counter);
        this.driver.value(0, "nvmlDeviceGetUtilizationRates.gpu", UTILIZATION.get(round));
        this.driver.value(0, "nvmlDeviceGetPowerUsage", WATTS.get(round) * 1000);
        this.driver.value(0, "nvmlDeviceGetMemoryInfo_v2.used", MEMORY.get(round));
        this.driver.value(0, "nvmlDeviceGetCurrentClocksEventReasons", REASONS.get(round));
        this.driver.process(0, "compute", FIRST, PROCESS.get(round)).processUse(0, FIRST, "now", List.of(40, 0, 0, 0));
        if (round >= 5) {
            this.driver.process(0, "compute", SECOND, 77).processUse(0, SECOND, "now", List.of(10 * round, 0, 0, 0));
        }
        this.driver.code(1, "nvmlDeviceGetTotalEnergyConsumption", NOT_SUPPORTED);
        this.driver.code(1, "nvmlDeviceGetCurrentClocksEventReasons", NOT_SUPPORTED);
        this.driver.code(1, "nvmlDeviceGetCurrentClocksThrottleReasons", NOT_SUPPORTED);
        this.driver.code(1, "nvmlDeviceGetPowerUsage", NOT_SUPPORTED);
        this.driver.value(1, "nvmlDeviceGetUtilizationRates.gpu", 7).process(1, "compute", FIRST, 4096);
    }

    private Instant takes() {
        Snapshot round = this.sampler.step();
        this.server.takes(round);
        return round.takenAt();
    }

    private Instant takes(int round) {
        setRound(round);
        return takes();
    }

    /** Takes eight rounds: GPU 1 hangs in rounds 3 to 5. */
    Instant withHangingGpu() throws InterruptedException {
        takes();
        takes();
        this.driver.hang(1);
        this.sampler.hangs("gpu-1");
        takes();
        takes();
        takes();
        this.driver.heal();
        this.sampler.returns("gpu-1");
        takes();
        takes();
        return takes();
    }

    Instant withDecreasingCounter() {
        this.counter = 1000;
        takes(0);
        this.counter += 5000;
        return takes(1);
    }
}
