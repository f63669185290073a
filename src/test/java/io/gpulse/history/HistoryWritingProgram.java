package io.gpulse.history;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import io.gpulse.device.GpuSample;
import io.gpulse.device.Snapshot;
import io.gpulse.device.Source;
import io.gpulse.device.SourceKind;
import io.gpulse.history.accounting.OwnerLabel;
import io.gpulse.history.past.PastWriter;
import io.gpulse.sampling.SnapshotFeed;
import io.gpulse.testing.Snapshots;
import io.gpulse.web.FirstResponse;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.stream.IntStream;
import org.slf4j.LoggerFactory;
import org.springframework.util.unit.DataSize;
import reactor.core.publisher.Flux;

/** Only the history of gpulse, in a process that a test kills: stores rounds and logs the newest one. */
public final class HistoryWritingProgram {

    public static final int GPUS = 8;

    private static final Duration EVERY = Duration.ofMillis(10);
    private static final Source DEMO = new Source(SourceKind.DEMO, true, null, null, null, null);
    private static final List<GpuSample> SAMPLES =
            IntStream.range(0, GPUS).mapToObj(Snapshots::gpu).toList();
    private static final Snapshot PATTERN = Snapshots.of(0, DEMO, SAMPLES);

    private Instant last = Instant.EPOCH;

    private HistoryWritingProgram() {}

    /** @param arguments the folder of the history */
    public static void main(String... arguments) throws IOException {
        ((Logger) LoggerFactory.getLogger(HistoryRecorder.class)).setLevel(Level.DEBUG);
        HistoryProperties properties = new HistoryProperties(
                true, Path.of(arguments[0]), Duration.ofHours(24), Duration.ofDays(30), DataSize.ofGigabytes(1), 4);
        HistoryWritingProgram program = new HistoryWritingProgram();
        Flux<Snapshot> rounds = Flux.interval(EVERY).onBackpressureDrop().map(program::round);
        HistoryConfiguration history = new HistoryConfiguration();
        HistoryDatabase database = history.historyDatabase(properties);
        SnapshotFeed feed = new SnapshotFeed(
                rounds,
                () -> {
                    throw new UnsupportedOperationException();
                },
                EVERY);
        HistoryWriter writer = history.historyWriter(database, new FirstResponse(Duration.ZERO));
        history.historyRecorder(feed, writer, new PastWriter(null, () -> null), new MetricsProperties(OwnerLabel.OFF))
                .start();
        awaitEndOfInput();
    }

    /** Waits until the test ends, which closes the pipe. */
    private static void awaitEndOfInput() throws IOException {
        System.in.transferTo(OutputStream.nullOutputStream());
    }

    /** Returns a round at least a millisecond after the one before. */
    private Snapshot round(long number) {
        Instant now = Instant.ofEpochMilli(System.currentTimeMillis());
        this.last = now.isAfter(this.last) ? now : this.last.plusMillis(1);
        long nanos = this.last.toEpochMilli() * 1_000_000;
        return new Snapshot(number, this.last, nanos, Duration.ZERO, EVERY, DEMO, SAMPLES, PATTERN.host());
    }
}
