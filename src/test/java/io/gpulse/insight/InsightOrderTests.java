package io.gpulse.insight;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpulse.device.Activity;
import io.gpulse.device.GpuSample;
import io.gpulse.device.Snapshot;
import io.gpulse.event.EventKind;
import io.gpulse.event.EventLog;
import io.gpulse.event.GpuEvent;
import io.gpulse.metric.Metric;
import io.gpulse.metric.Reading;
import io.gpulse.testing.Snapshots;
import io.gpulse.testing.TestServer;
import io.gpulse.testing.Wait;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Test;
import reactor.core.Disposable;

/** The order in which an alert becomes known. */
class InsightOrderTests {

    @Test
    void anAlertIsPublishedOnceItIsInTheEvaluation() {
        try (TestServer server = TestServer.started()) {
            InsightService service = server.bean(InsightService.class);
            List<Boolean> found = new CopyOnWriteArrayList<>();
            Disposable subscription = server.bean(EventLog.class)
                    .events()
                    .filter((event) -> event.kind() == EventKind.INSIGHT)
                    .subscribe((event) -> found.add(isIn(service.board(), event)));

            server.takes(idle());
            Wait.until(() -> !found.isEmpty());

            assertThat(found).containsExactly(true);
            subscription.dispose();
        }
    }

    private static boolean isIn(Optional<InsightBoard> board, GpuEvent event) {
        return board.stream()
                .flatMap((known) -> known.insights().stream())
                .anyMatch((insight) -> insight.rule().equals(event.facts().get("rule")));
    }

    private static Snapshot idle() {
        Snapshot usual = Snapshots.numbered(1);
        GpuSample gpu = Snapshots.gpu(
                0,
                Map.of(
                        Metric.UTILIZATION_GPU, new Reading.Quantity(0),
                        Metric.UTILIZATION_GPU_MAX, new Reading.Quantity(0),
                        Metric.MEMORY_USED, new Reading.Quantity(1L << 34)));
        Activity since = new Activity(usual.takenAt().minusSeconds(1200), null);
        return usual.with(List.of(gpu.with(since)));
    }
}
