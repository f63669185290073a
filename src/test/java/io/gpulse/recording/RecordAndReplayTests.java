package io.gpulse.recording;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpulse.device.Gpu;
import io.gpulse.device.GpuReadResult;
import io.gpulse.device.GpuSession;
import io.gpulse.device.MigSample;
import io.gpulse.device.MigSample.Place;
import io.gpulse.metric.Cadence;
import io.gpulse.metric.Metric;
import io.gpulse.nvml.FakeDriver;
import io.gpulse.nvml.NeedsCompiler;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Recording through the real JNA path and replay through the real reader. */
@NeedsCompiler
class RecordAndReplayTests {

    private static final int ROUNDS = 8;

    @TempDir
    private Path directory;

    private FakeDriver driver;

    private FakeDriver busyDriver() {
        this.driver = FakeDriver.in(this.directory.resolve("driver"))
                .gpus(2)
                .value(0, "nvmlDeviceGetFieldValues[138,0]", "growing:4000")
                .value(0, "nvmlGpmMetricsGet[2]", "61.5")
                .value(0, "nvmlDeviceGetSamples(1)", "now=47")
                .process(0, "compute", 41102, 75_594_989_568L)
                .process(0, "graphics", 555, 1 << 20)
                .processUse(0, 41102, 1, List.of(47, 20, 0, 3));
        return this.driver;
    }

    @AfterEach
    void nothingWasDoneAgainstTheRules() {
        assertThat(this.driver.violations()).isEmpty();
    }

    @Test
    void everyRoundIsReplayedAsItWasRecorded() throws Exception {
        Recorded recorded = Recorded.of(busyDriver(), this.directory.resolve("a.recording"), ROUNDS, this::load);
        Recording recording = recorded.recording();

        ReplaySource replay = new ReplaySource(() -> recording, StepwiseReplayClock::new, UnaryOperator.identity());
        GpuSession session = replay.open();

        assertThat(session.gpuCount()).isEqualTo(2);
        for (int index = 0; index < 2; index++) {
            assertThat(lines(rounds(session, index))).isEqualTo(lines(masked(recorded.rounds.get(index), index)));
        }
        assertThat(recorded.rounds.get(0).get(ROUNDS - 1).readings().number(Metric.POWER_DRAW))
                .hasValue(370);
    }

    @Test
    void instancesOfASplitGpuAreReplayedWithPseudonyms() throws Exception {
        busyDriver();
        instance(2, new Place(2, 0), 11_091);
        instance(5, new Place(9, 0), 17);
        Recorded recorded = Recorded.of(this.driver, this.directory.resolve("a.recording"), ROUNDS, (round) -> {
            if (round == ROUNDS / 2) {
                this.driver.instance(1, 2).destroy();
            }
        });
        Recording recording = recorded.recording();

        GpuSession session =
                new ReplaySource(() -> recording, StepwiseReplayClock::new, UnaryOperator.identity()).open();
        List<List<MigSample>> replayed =
                rounds(session, 1).stream().map((round) -> round.known().mig()).toList();

        assertThat(replayed)
                .usingRecursiveComparison()
                .ignoringFields("uuid")
                .isEqualTo(recorded.rounds.get(1).stream()
                        .map((round) -> round.known().mig())
                        .toList());
        assertThat(replayed.get(0)).hasSize(2);
        assertThat(replayed.get(ROUNDS - 1)).hasSize(1);
        assertThat(replayed.get(0)).allMatch((instance) -> instance.uuid().startsWith("MIG-00000000-"));
    }

    /** The lane of a replay is not in step with that of the recording. */
    @Test
    void instancesAreReplayedApartInARoundThatReadMoreThanTheRecordedOne() throws Exception {
        busyDriver();
        instance(2, new Place(2, 0), 11_091);
        instance(5, new Place(9, 0), 17);
        Recording recording = Recorded.of(this.driver, this.directory.resolve("a.recording"), ROUNDS, (round) -> {})
                .recording();
        Gpu gpu = new ReplaySource(() -> recording, StepwiseReplayClock::new, UnaryOperator.identity())
                .open()
                .attach(1);

        for (int round = 0; round < ROUNDS; round++) {
            assertThat(gpu.read(EnumSet.allOf(Cadence.class)).known().mig())
                    .extracting(MigSample::place)
                    .containsExactly(new Place(2, 0), new Place(9, 0));
        }
    }

    private void instance(int slot, Place place, int megabytes) {
        this.driver
                .instance(1, slot)
                .create(place, "2g.20gb")
                .value("nvmlDeviceGetMemoryInfo_v2.total", 20_096L << 20)
                .value("nvmlDeviceGetMemoryInfo_v2.used", (long) megabytes << 20)
                .process("compute", 41200 + slot, 1 << 20);
    }

    @Test
    void aRecordingReportsNoEventsWhateverTheDriverReportedMeanwhile() throws Exception {
        Recording recording = Recorded.of(
                        busyDriver(), this.directory.resolve("a.recording"), ROUNDS, (round) -> this.driver.xid(0, 79))
                .recording();

        GpuSession session =
                new ReplaySource(() -> recording, StepwiseReplayClock::new, UnaryOperator.identity()).open();
        session.attach(0);

        assertThat(session.events()).isEmpty();
    }

    private static List<String> lines(List<GpuReadResult> rounds) {
        return rounds.stream()
                .flatMap((look) -> Stream.of(look.toString().split("(?<=]), ")))
                .toList();
    }

    /** Returns the recorded rounds with redacted values. */
    private static List<GpuReadResult> masked(List<GpuReadResult> rounds, int index) {
        return rounds.stream().map((look) -> RedactedRound.of(look, index + 1)).toList();
    }

    private void load(int round) {
        this.driver.value(0, "nvmlDeviceGetPowerUsage", 300_000 + round * 10_000);
        this.driver.value(0, "nvmlDeviceGetTotalEnergyConsumption", 1_000_000 + round * 310_000);
    }

    private static List<GpuReadResult> rounds(GpuSession session, int index) throws Exception {
        Gpu gpu = session.attach(index);
        List<GpuReadResult> rounds = new ArrayList<>();
        for (int round = 0; round < ROUNDS; round++) {
            rounds.add(gpu.read(Recorded.due(round)));
        }
        return rounds;
    }
}
