package io.gpulse.report;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpulse.device.MachineIdentity;
import io.gpulse.device.Snapshot;
import io.gpulse.event.EventCounts;
import io.gpulse.event.EventLog;
import io.gpulse.event.EventReader;
import io.gpulse.event.message.Language;
import io.gpulse.history.LateHistory;
import io.gpulse.report.ReportReader.Records;
import io.gpulse.rounds.Rounds;
import io.gpulse.testing.Snapshots;
import io.gpulse.testing.Wait;
import io.gpulse.view.PidParameters;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import reactor.core.publisher.Sinks;
import reactor.core.scheduler.Scheduler;
import reactor.core.scheduler.Schedulers;
import reactor.util.context.Context;

/** The threads of reports. */
class ReportReaderTests {

    private static final MachineIdentity THIS = new MachineIdentity(null, null);

    @TempDir
    private Path folder;

    private static Records records(Rounds recent, LateHistory history) {
        EventLog log = new EventLog(10, Instant.EPOCH, new EventCounts());
        return new Records(recent, history.reader(), new EventReader(log));
    }

    @Test
    void aReportIsComputedOnItsSchedulerAndNotOnTheThreadOfTheSampler() {
        Sinks.Many<Snapshot> feed = Sinks.many().multicast().directBestEffort();
        Rounds recent = new Rounds(feed.asFlux());
        recent.start();
        IntStream.range(0, 20)
                .forEach((n) -> feed.tryEmitNext(Snapshots.numbered(n)).orThrow());
        Queue<Runnable> tasks = new ArrayDeque<>();
        ReportQuery query = new ReportQuery("2026-11-20T10:00:10Z", "2026-11-20T10:00:15Z", null, Language.EN);
        List<Integer> rounds = new ArrayList<>();

        try (LateHistory history = new LateHistory(this.folder)) {
            new ReportReader(records(recent, history), THIS, Schedulers.fromExecutor(tasks::add))
                    .report(query, new PidParameters(null, null))
                    .subscribe((report) -> rounds.add(report.rounds()));

            assertThat(rounds).isEmpty();
            tasks.remove().run();
            assertThat(rounds).containsExactly(5);
        }
        recent.stop();
    }

    @Test
    void aReportThatWaitsForARoundContinuesOnItsSchedulerToo() {
        Sinks.Many<Snapshot> feed = Sinks.many().multicast().directBestEffort();
        Rounds recent = new Rounds(feed.asFlux());
        recent.start();
        Instant now = Instant.now();
        feed.tryEmitNext(every10Seconds(now.minusSeconds(15))).orThrow();
        Queue<String> threads = new ConcurrentLinkedQueue<>();
        Scheduler scheduler = Schedulers.newSingle("reports");

        try (LateHistory history = new LateHistory(this.folder)) {
            ReportQuery query = new ReportQuery(now.minusSeconds(60).toString(), null, null, Language.EN);
            CompletableFuture<ReportResponse> report = new ReportReader(records(recent, history), THIS, scheduler)
                    .report(query, new PidParameters(null, null))
                    .contextWrite((none) -> new WatchedContext(threads))
                    .toFuture();
            threads.clear();
            feed.tryEmitNext(every10Seconds(now.plusSeconds(5))).orThrow();
            Wait.until(report::isDone);
        }

        assertThat(threads).isNotEmpty().allMatch((thread) -> thread.startsWith("reports"));
        scheduler.dispose();
        recent.stop();
    }

    private static Snapshot every10Seconds(Instant takenAt) {
        Snapshot like = Snapshots.numbered(0);
        return new Snapshot(
                takenAt.toEpochMilli(),
                takenAt,
                takenAt.toEpochMilli() * 1_000_000,
                like.took(),
                Duration.ofSeconds(10),
                like.source(),
                like.gpus(),
                null);
    }

    /** A context without values, which records the threads that search it, as the admission does. */
    private record WatchedContext(Queue<String> threads) implements Context {

        @Override
        public <T> T get(Object key) {
            throw new NoSuchElementException();
        }

        @Override
        public boolean hasKey(Object key) {
            this.threads.add(Thread.currentThread().getName());
            return false;
        }

        @Override
        public Context put(Object key, Object value) {
            return this;
        }

        @Override
        public Context delete(Object key) {
            return this;
        }

        @Override
        public int size() {
            return 0;
        }

        @Override
        public Stream<Map.Entry<Object, Object>> stream() {
            return Stream.empty();
        }
    }
}
