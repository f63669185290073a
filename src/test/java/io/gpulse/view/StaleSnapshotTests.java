package io.gpulse.view;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpulse.device.GpuSample;
import io.gpulse.device.Snapshot;
import io.gpulse.testing.Snapshots;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.json.JsonMapper;

class StaleSnapshotTests {

    private final AtomicLong nanos = new AtomicLong();
    private final AtomicInteger encodings = new AtomicInteger();
    private PublishedSnapshot newest = published(Duration.ofSeconds(1));
    private final LatestSnapshot latest = new LatestSnapshot(
            () -> Optional.of(this.newest),
            new LatestSnapshot.Encoders(encoder(false), encoder(true)),
            this.nanos::get);

    @BeforeEach
    void start() {
        this.nanos.set(System.nanoTime());
    }

    @Test
    void aSnapshotIsStaleAfterThreeIntervalsAndFiveSeconds() {
        long now = System.nanoTime();
        PublishedSnapshot fast = published(Duration.ofMillis(100));
        PublishedSnapshot slow = published(Duration.ofSeconds(60));

        assertThat(fast.isStale(now + seconds(4))).isFalse();
        assertThat(fast.isStale(now + seconds(6 + 600))).isTrue();
        assertThat(slow.isStale(now + seconds(179))).isFalse();
        assertThat(slow.isStale(now + seconds(181 + 600))).isTrue();
    }

    @Test
    void bytesThatWereSentWhileASnapshotWasFreshAreNotSentOnceItIsStale() {
        assertThat(json(View.FULL)).contains("\"stale\":false");

        this.nanos.addAndGet(seconds(600));

        assertThat(json(View.FULL)).contains("\"stale\":true");
        assertThat(this.latest.gzip(View.FULL)).isEmpty();
    }

    @Test
    void aStaleSnapshotIsEncodedOnceForAllRequests() {
        this.nanos.addAndGet(seconds(600));

        json(View.FULL);
        json(View.FULL);

        assertThat(this.encodings).hasValue(1);
    }

    @Test
    void theNextRoundIsFreshAgain() {
        this.nanos.addAndGet(seconds(600));
        json(View.FULL);

        this.newest = published(Duration.ofHours(1));

        assertThat(json(View.FULL)).contains("\"stale\":false");
        assertThat(this.latest.gzip(View.FULL)).isPresent();
    }

    @Test
    void aFilteredViewIsStaleToo() {
        this.nanos.addAndGet(seconds(600));
        View filtered = new ViewQuery(View.Detail.FULL, "0", null)
                .resolve(View.Detail.FULL, Optional.of(this.newest.snapshot()));

        assertThat(filtered.isFiltered()).isTrue();
        assertThat(json(filtered)).contains("\"stale\":true");
    }

    private String json(View view) {
        return StandardCharsets.UTF_8.decode(this.latest.json(view)).toString();
    }

    private SnapshotEncoder encoder(boolean stale) {
        JsonMapper json = JsonMapper.builder().build();
        return (snapshot, view, target) -> {
            this.encodings.incrementAndGet();
            json.writeValue(target, SnapshotResponse.of(snapshot, view, stale));
        };
    }

    private PublishedSnapshot published(Duration every) {
        List<GpuSample> gpus = List.of(Snapshots.gpu(0), Snapshots.gpu(1));
        Snapshot some = Snapshots.of(0, Snapshots.NVML, gpus);
        Snapshot snapshot =
                new Snapshot(0, some.takenAt(), some.took(), every, some.source(), some.gpus(), some.host());
        return new PublishedSnapshot(snapshot, encoder(false), (same, growth) -> {});
    }

    private static long seconds(long seconds) {
        return Duration.ofSeconds(seconds).toNanos();
    }
}
