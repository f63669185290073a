package io.gpulse.report;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpulse.device.MachineIdentity;
import io.gpulse.device.Snapshot;
import io.gpulse.history.LateHistory;
import io.gpulse.testing.Snapshots;
import io.gpulse.view.PidParameters;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import reactor.core.publisher.Sinks;
import reactor.core.scheduler.Schedulers;

/** The threads of reports. */
class ReportReaderTests {

    private static final MachineIdentity THIS = new MachineIdentity(null, null);

    @TempDir
    private Path folder;

    @Test
    void aReportIsComputedOnItsSchedulerAndNotOnTheThreadOfTheSampler() {
        Sinks.Many<Snapshot> feed = Sinks.many().multicast().directBestEffort();
        RecentRounds recent = new RecentRounds(feed.asFlux());
        recent.start();
        IntStream.range(0, 20)
                .forEach((n) -> feed.tryEmitNext(Snapshots.numbered(n)).orThrow());
        Queue<Runnable> tasks = new ArrayDeque<>();
        ReportQuery query = new ReportQuery("2026-11-20T10:00:10Z", "2026-11-20T10:00:15Z", null);
        List<Integer> rounds = new ArrayList<>();

        try (LateHistory history = new LateHistory(this.folder)) {
            new ReportReader(recent, history.reader(), THIS, Schedulers.fromExecutor(tasks::add))
                    .report(query, new PidParameters(null, null))
                    .subscribe((report) -> rounds.add(report.rounds()));

            assertThat(rounds).isEmpty();
            tasks.remove().run();
            assertThat(rounds).containsExactly(5);
        }
        recent.stop();
    }
}
