package io.gpulse.history.accounting;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpulse.device.Activity;
import io.gpulse.device.GpuReadings;
import io.gpulse.device.GpuSample;
import io.gpulse.device.LinkSample;
import io.gpulse.device.Readings;
import io.gpulse.device.Snapshot;
import io.gpulse.metric.Metric;
import io.gpulse.metric.Reading;
import io.gpulse.metric.Scope;
import io.gpulse.testing.Snapshots;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** The counters of links that are stored when they change. */
class LinkErrorWatchTests {

    private final LinkErrorWatch watch = new LinkErrorWatch();

    @Test
    void recoveriesAndErrorsOfEachGenerationAreStoredAndTrafficIsNot() {
        this.watch.add(round(1, everythingAt(0)));
        this.watch.clear();
        this.watch.add(round(2, everythingAt(1)));

        assertThat(this.watch.changed())
                .extracting((count) -> count.metric().key())
                .containsExactlyInAnyOrder(
                        "link.nvlink.errors.replay",
                        "link.nvlink.errors.recovery",
                        "link.nvlink.errors.crc",
                        "link.nvlink.errors.malformed",
                        "link.nvlink.errors.overrun",
                        "link.nvlink.errors.rx",
                        "link.nvlink.errors.remote",
                        "link.nvlink.errors.general",
                        "link.nvlink.errors.integrity",
                        "link.nvlink.errors.discards",
                        "link.nvlink.recovery.successful",
                        "link.nvlink.recovery.failed",
                        "link.nvlink.recovery.total",
                        "link.nvlink.errors.effective",
                        "link.nvlink.errors.symbol");
    }

    @Test
    void anUnchangedCounterIsStoredOnce() {
        this.watch.add(round(1, Map.of(Metric.LINK_RECOVERIES_ALL, new Reading.Quantity(505))));
        this.watch.add(round(2, Map.of(Metric.LINK_RECOVERIES_ALL, new Reading.Quantity(505))));
        this.watch.add(round(3, Map.of(Metric.LINK_RECOVERIES_ALL, new Reading.Quantity(508))));

        assertThat(this.watch.changed()).extracting(LinkErrorCount::count).containsExactly(505L, 508L);
    }

    /** Returns a link whose numbers all change from round to round. */
    private static Map<Metric, Reading> everythingAt(int round) {
        Map<Metric, Reading> readings = new EnumMap<>(Metric.class);
        Metric.of(Scope.LINK).stream()
                .filter((metric) -> metric.spec().kind().isNumber())
                .forEach((metric) -> readings.put(metric, new Reading.Quantity(1000 + round)));
        return readings;
    }

    private static Snapshot round(int number, Map<Metric, Reading> ofLink) {
        GpuSample alone = Snapshots.gpu(0, Map.of());
        GpuReadings known =
                new GpuReadings(alone.readings(), List.of(new LinkSample(3, Readings.of(ofLink))), List.of());
        GpuSample gpu = new GpuSample(0, alone.identity(), alone.condition(), null, null, known, Activity.UNKNOWN);
        return Snapshots.of(number, Snapshots.NVML, List.of(gpu));
    }
}
