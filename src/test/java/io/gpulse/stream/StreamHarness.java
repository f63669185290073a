package io.gpulse.stream;

import io.gpulse.device.Snapshot;
import io.gpulse.testing.Snapshots;
import io.gpulse.view.View;
import io.gpulse.web.StreamEvents;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.springframework.util.unit.DataSize;
import reactor.core.publisher.Sinks;
import reactor.test.scheduler.VirtualTimeScheduler;

/** A stream with manual rounds and virtual time. The JSON of a snapshot is its number, and encodings are counted. */
public final class StreamHarness implements AutoCloseable {

    private final Sinks.Many<Snapshot> rounds = Sinks.many().multicast().directBestEffort();
    private final Sinks.Many<StreamEvents.Notice> notices =
            Sinks.many().multicast().directBestEffort();
    private final VirtualTimeScheduler time = VirtualTimeScheduler.create();
    private final Map<String, Integer> encodings = new ConcurrentHashMap<>();
    private final SnapshotStream stream;
    private int next;

    public StreamHarness(StreamProperties properties) {
        this.stream = new SnapshotStream(
                new StreamFeeds(this.rounds.asFlux(), this.notices.asFlux()), this::encode, properties, this.time);
        this.stream.start();
    }

    public static StreamHarness withDefaults() {
        return new StreamHarness(properties(1000, 16, DataSize.ofMegabytes(32)));
    }

    public static StreamProperties properties(int subscribers, int encodings, DataSize replay) {
        return new StreamProperties(subscribers, 64, Duration.ofMinutes(5), replay, encodings, encodings);
    }

    private void encode(Snapshot snapshot, View view, boolean stale, java.io.OutputStream target) {
        String json = "{\"n\":" + (snapshot.sequence() - Snapshots.FIRST) + "}";
        this.encodings.merge(json + view.detail(), 1, Integer::sum);
        try {
            target.write(json.getBytes(StandardCharsets.US_ASCII));
        } catch (java.io.IOException impossible) {
            throw new java.io.UncheckedIOException(impossible);
        }
    }

    public SnapshotStream stream() {
        return this.stream;
    }

    /** Publishes a number of rounds in succession. */
    public StreamHarness takes(int count) {
        IntStream.range(0, count)
                .forEach((round) ->
                        this.rounds.tryEmitNext(Snapshots.numbered(this.next++)).orThrow());
        return this;
    }

    public void takes(Snapshot snapshot) {
        this.rounds.tryEmitNext(snapshot).orThrow();
    }

    /** Publishes a notice about GPUs, separated by blanks; null for the machine. */
    public StreamHarness publishes(@Nullable String gpu, String json) {
        this.notices
                .tryEmitNext(
                        new StreamEvents.Notice("gpu-event", gpu == null ? Set.of() : Set.of(gpu.split(" ", -1)), json))
                .orThrow();
        this.time.advanceTimeBy(Duration.ZERO);
        return this;
    }

    public StreamHarness waits(Duration duration) {
        this.time.advanceTimeBy(duration);
        return this;
    }

    /** Returns the number of encodings of each snapshot and view. */
    public Map<String, Integer> encodings() {
        return this.encodings;
    }

    public void samplerEnds() {
        this.rounds.tryEmitComplete().orThrow();
    }

    @Override
    public void close() {
        this.stream.stop();
        this.time.dispose();
    }
}
