package io.gpulse.smi;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpulse.demo.DemoNvml;
import io.gpulse.device.Activity;
import io.gpulse.device.Condition;
import io.gpulse.device.Gpu;
import io.gpulse.device.GpuReadings;
import io.gpulse.device.GpuSample;
import io.gpulse.device.GpuSession;
import io.gpulse.device.GpuState;
import io.gpulse.device.ProcessSample;
import io.gpulse.metric.Cadence;
import io.gpulse.metric.Metric;
import io.gpulse.metric.Reading;
import io.gpulse.metric.Reason;
import io.gpulse.metric.Unit;
import io.gpulse.nvml.FakeDriver;
import io.gpulse.nvml.NeedsCompiler;
import io.gpulse.nvml.session.NvmlSource;
import io.gpulse.testing.SettableClock;
import io.gpulse.testing.Snapshots;
import io.gpulse.text.query.LogQuery;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A machine that is read through NVML, printed as XML and read again, through an nvidia-smi that prints that XML. */
class PrintedAndReadTests {

    private static final Set<Cadence> ALL = EnumSet.allOf(Cadence.class);
    private static final Instant NOON = Instant.parse("2026-11-26T12:00:00Z");

    /** Rows that have an element in other generations only. */
    private static final Set<String> NOT_PRINTED_TODAY = Set.of(
            // Printed as deprecated since 580.
            "display_mode",
            // Printed until 525.
            "power.management",
            // Printed of boards before Turing.
            "ecc.errors.corrected.aggregate.total",
            "ecc.errors.corrected.volatile.total",
            "ecc.errors.uncorrected.aggregate.total",
            "ecc.errors.uncorrected.volatile.total",
            // Printed as the number of parity errors and that of double-bit errors.
            "ecc.errors.uncorrected.aggregate.sram",
            "ecc.errors.uncorrected.volatile.sram");

    @TempDir
    Path directory;

    @Test
    void theDemoIsTheSameMachine() throws Exception {
        SettableClock clock = new SettableClock(NOON);
        NvmlSource demo =
                NvmlSource.simulated(new DemoNvml(clock), () -> clock.instant().toEpochMilli() * 1_000_000);

        assertThat(differences(demo.open(), clock)).isEqualTo(NOT_PRINTED_TODAY);
    }

    @Test
    @NeedsCompiler
    void theDriverIsTheSameMachine() throws Exception {
        FakeDriver driver = FakeDriver.in(this.directory).gpus(2);
        NvmlSource source = NvmlSource.ofThisMachine(driver.library(), this.directory);
        GpuSession session = source.open();

        assertThat(differences(session, new SettableClock(NOON))).isEmpty();
        session.close();
    }

    /** Returns the keys of rows that differ after they were printed and read. */
    private Set<String> differences(GpuSession driver, SettableClock clock) throws Exception {
        List<GpuSample> original = read(driver, clock);
        String xml = LogQuery.xml("").of(Snapshots.of(0, driver.source(), original), (gpu) -> true);
        FakeSmi.in(this.directory).before("cat <<'END'\n" + xml + "\nEND\nexec sleep 600");
        ProgramFeed.Timing timing = ProgramFeed.Timing.of(Duration.ofSeconds(60), Duration.ofSeconds(60));
        GpuSession again =
                new SmiSource(new ProgramOrigin(this.directory.resolve("nvidia-smi"), timing, List::of), true).open();
        try {
            Set<String> differences = new TreeSet<>();
            for (GpuSample sample : original) {
                Gpu gpu = again.attach(sample.index());
                assertThat(gpu.identity()).isEqualTo(sample.identity());
                addDifferences(sample.known(), gpu.read(ALL).known(), differences);
            }
            assertThat(again.gpuCount()).isEqualTo(original.size());
            return differences;
        } finally {
            again.close();
        }
    }

    private static List<GpuSample> read(GpuSession driver, SettableClock clock) throws Exception {
        List<GpuSample> samples = new ArrayList<>();
        for (int index = 0; index < driver.gpuCount(); index++) {
            Gpu gpu = driver.attach(index);
            gpu.read(ALL);
            clock.advance(Duration.ofSeconds(1));
            Condition condition = new Condition(GpuState.OK, NOON, null);
            GpuReadings known = gpu.read(ALL).known();
            samples.add(new GpuSample(index, gpu.identity(), condition, NOON, NOON, known, Activity.UNKNOWN));
        }
        return samples;
    }

    private static void addDifferences(GpuReadings one, GpuReadings other, Set<String> differences) {
        other.own().forEach((metric, reading) -> {
            Reading original = one.own().of(metric).orElse(Reading.absent(Reason.NO_DATA));
            if (ElementTable.OF_GPU.of(metric).isEmpty() && metric != Metric.PROCESSES_RUNNING) {
                assertThat(reading).isEqualTo(Reading.absent(Reason.NOT_IN_SOURCE));
            } else if (!printed(metric, original).equals(printed(metric, reading))) {
                differences.add(metric.key());
            }
        });
        assertThat(other.processes().stream().map(ProcessSample::pid).toList())
                .isEqualTo(one.processes().stream().map(ProcessSample::pid).toList());
    }

    /** Returns a value with the decimals that nvidia-smi prints; all absences are the same. */
    private static String printed(Metric metric, Reading reading) {
        if (metric.spec().unit() == Unit.BYTES_PER_SECOND && reading instanceof Reading.Quantity rate) {
            return Math.round(rate.value() / 1000) + " KB/s";
        }
        return reading instanceof Reading.Present present
                ? metric.spec().printing().cell(present)
                : "absent";
    }
}
