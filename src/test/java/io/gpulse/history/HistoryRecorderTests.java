package io.gpulse.history;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpulse.device.Source;
import io.gpulse.device.SourceKind;
import io.gpulse.testing.Http;
import io.gpulse.testing.Snapshots;
import io.gpulse.testing.TestServer;
import io.gpulse.testing.Wait;
import io.gpulse.web.OccupancyMonitor;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What becomes of rounds as they come. */
class HistoryRecorderTests {

    private static final Source DEMO = new Source(SourceKind.DEMO, true, "580.95.05", "13.580.95", "13.0", null);

    @TempDir
    private Path folder;

    @Test
    void whatIsSimulatedIsNoContinuationOfWhatIsReal() {
        try (TestServer server =
                TestServer.started("gpulse.history.enabled=true", "gpulse.history.dir=" + this.folder)) {
            // Written at once: nothing waits when the source changes.
            server.takes(Snapshots.of(0, Snapshots.NVML, List.of(Snapshots.gpu(0))));
            Wait.until(() -> told(server).equals(List.of(Snapshots.identity(0).uuid())));

            server.takes(Snapshots.of(1, DEMO, List.of(Snapshots.gpu(1))));
            Wait.until(() -> told(server).contains(Snapshots.identity(1).uuid()));

            assertThat(told(server)).containsExactly(Snapshots.identity(1).uuid());
            assertThat(this.folder.resolve("history-simulated.db")).exists();
        }
    }

    @Test
    void aShortSpanThatEndsNowHasItsLastRounds() {
        try (TestServer server =
                TestServer.started("gpulse.history.enabled=true", "gpulse.history.dir=" + this.folder)) {
            server.takes(Snapshots.numbered(0));
            Wait.until(() -> !told(server).isEmpty());
            server.takes(Snapshots.numbered(1)).takes(Snapshots.numbered(2));
            String span = "from=2026-11-20T10:00:00Z&to=2026-11-20T10:00:04Z";

            String history = Http.get(server, "/api/v1/history?metrics=power.draw&" + span)
                    .body();

            assertThat(history).contains("\"avg\":[367.2,367.2]");
        }
    }

    private static List<String> told(TestServer server) {
        return server.bean(OccupancyMonitor.class).occupancies().stream()
                .map(OccupancyMonitor.GpuOccupancy::uuid)
                .toList();
    }
}
