package io.gpulse.recording;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.entry;

import io.gpulse.device.Gpu;
import io.gpulse.device.GpuReadResult;
import io.gpulse.device.GpuSession;
import io.gpulse.nvml.FakeDriver;
import io.gpulse.nvml.NeedsCompiler;
import io.gpulse.testing.Wait;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A driver that hung when it was recorded hangs when it is replayed. */
@NeedsCompiler
class HangingReplayTests {

    @TempDir
    private Path directory;

    @Test
    void aCallThatDidNotReturnBlocksUntilTheRecordingRestarts() throws Exception {
        FakeDriver driver = FakeDriver.in(this.directory.resolve("driver")).gpus(2);
        Recording recording =
                Recorded.hanging(driver, this.directory.resolve("a")).recording();
        AtomicLong nanos = new AtomicLong();
        TimedReplayClock pace = new TimedReplayClock(recording, 1, true, nanos::get);
        GpuSession session = new ReplaySource(() -> recording, (any) -> pace, UnaryOperator.identity()).open();
        Gpu hanging = session.attach(0);
        Gpu fine = session.attach(1);
        hanging.read(Recorded.due(0));
        fine.read(Recorded.due(0));
        nanos.set(Duration.ofSeconds(2).toNanos());

        CompletableFuture<GpuReadResult> look = CompletableFuture.supplyAsync(() -> hanging.read(Recorded.due(2)));

        Wait.until(() -> session.callInProgress(0) != null);
        assertThat(fine.read(Recorded.due(2)).verdict()).isEqualTo(GpuReadResult.Verdict.FINE);
        nanos.set(Duration.ofSeconds(59).toNanos());
        assertThat(look).isNotDone();
        assertThat(session.callInProgress(0)).startsWith("nvmlDevice");
        nanos.set(Duration.ofSeconds(61).toNanos());
        look.get(Wait.PATIENCE.toSeconds(), TimeUnit.SECONDS);
        assertThat(hanging.read(Recorded.due(0)).verdict()).isEqualTo(GpuReadResult.Verdict.FINE);
        assertThat(driver.violations()).isEmpty();
    }

    @Test
    void theRecordingNamesTheCallThatHung() throws Exception {
        FakeDriver driver = FakeDriver.in(this.directory.resolve("driver")).gpus(2);
        Recorded recorded = Recorded.hanging(driver, this.directory.resolve("a"));

        List<CallStatistics.Row> rows = CallStatistics.of(recorded.file).rows();

        assertThat(rows).filteredOn((row) -> row.hangs() > 0).hasSize(1);
        assertThat(rows)
                .filteredOn((row) -> row.call().equals("nvmlDeviceGetUUID"))
                .singleElement()
                .satisfies((row) -> {
                    assertThat(row.count()).isEqualTo(4);
                    assertThat(row.codes()).containsOnly(entry("0", 4));
                    assertThat(row.p50Micros()).isPositive().isLessThanOrEqualTo(row.p99Micros());
                });
    }
}
