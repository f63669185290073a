package io.gpulse.demo;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpulse.device.Gpu;
import io.gpulse.device.GpuReadResult;
import io.gpulse.device.GpuSession;
import io.gpulse.device.SourceKind;
import io.gpulse.metric.Cadence;
import io.gpulse.metric.Metric;
import io.gpulse.metric.Reading;
import io.gpulse.metric.Reason;
import io.gpulse.metric.Scope;
import io.gpulse.nvml.session.NvmlSource;
import io.gpulse.testing.SettableClock;
import java.time.Duration;
import java.time.Instant;
import java.util.EnumSet;
import java.util.Set;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The reader of real drivers finds nothing odd. */
class DemoThroughTheReaderTests {

    private static final Instant NOON = Instant.parse("2026-09-14T12:00:00Z");

    /** A sample of the rows that the dashboard lives on. */
    private static final Set<Metric> SHOWN = Set.of(
            Metric.UTILIZATION_GPU,
            Metric.MEMORY_USED,
            Metric.POWER_DRAW,
            Metric.TEMPERATURE_GPU,
            Metric.TEMPERATURE_MEMORY,
            Metric.CLOCKS_EVENT_REASONS,
            Metric.HELD_BACK_BY_POWER_CAP,
            Metric.ECC_UNCORRECTED_VOLATILE_TOTAL,
            Metric.UTILIZATION_GPU_MAX,
            Metric.POWER_DRAW_MIN,
            Metric.ACTIVITY_SM,
            Metric.PCIE_RX,
            Metric.NVLINK_TX,
            Metric.NVLINK_BANDWIDTH_MAX,
            Metric.SHARE_BY_POWER_CAP,
            Metric.PCIE_BANDWIDTH_CURRENT,
            Metric.PCIE_WIDTH_CURRENT);

    private final SettableClock clock = new SettableClock(NOON);
    private final NvmlSource source = NvmlSource.simulated(
            new DemoNvml(this.clock), () -> this.clock.instant().toEpochMilli() * 1_000_000);

    /** Fields that the driver of the demo does not have yet. */
    private static final Pattern NEWER =
            Pattern.compile("activity\\.mma_stall|edpp_multiplier|remapped_banks\\..+|nvlink\\.plr\\..+");

    @Test
    void noEventsAreInvented() throws Exception {
        GpuSession session = this.source.open();
        session.attach(0);

        assertThat(session.events()).isEmpty();
    }

    @Test
    void theSourceIsLabelledAsSimulated() throws Exception {
        GpuSession session = this.source.open();

        assertThat(session.gpuCount()).isEqualTo(8);
        assertThat(session.source().kind()).isEqualTo(SourceKind.DEMO);
        assertThat(session.source().simulated()).isTrue();
        assertThat(session.source().driverVersion()).isEqualTo("580.95.05");
        assertThat(session.source().cudaVersion()).isEqualTo("13.0");
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 2, 3, 4, 5, 6, 7})
    void everythingIsReadOrIsNotOnTheBoard(int index) throws Exception {
        Gpu gpu = this.source.open().attach(index);

        gpu.read(EnumSet.allOf(Cadence.class));
        this.clock.advance(Duration.ofSeconds(1));
        GpuReadResult result = gpu.read(EnumSet.allOf(Cadence.class));

        assertThat(result.verdict()).isEqualTo(GpuReadResult.Verdict.FINE);
        assertThat(SHOWN).allMatch((metric) -> result.readings().of(metric).orElseThrow() instanceof Reading.Present);
        // Absent metrics are unsupported on an H100 or need a newer driver; none is absent by an error or permissions.
        assertThat(Metric.of(Scope.GPU))
                .filteredOn((metric) -> !NEWER.matcher(metric.key()).matches())
                .map((metric) -> result.readings().of(metric).orElseThrow())
                .filteredOn(Reading.Absent.class::isInstance)
                .containsOnly(Reading.absent(Reason.NOT_SUPPORTED));
        assertThat(result.readings().of(Metric.FAN_SPEED)).contains(Reading.absent(Reason.NOT_SUPPORTED));
    }
}
