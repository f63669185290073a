package io.gpulse.view;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.gpulse.device.GpuSample;
import io.gpulse.device.Snapshot;
import io.gpulse.testing.Snapshots;
import java.io.OutputStream;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.json.JsonMapper;

class StaleSnapshotTests {

    private final AtomicLong nanos = new AtomicLong();
    private final AtomicInteger encodings = new AtomicInteger();
    private final JsonMapper json = JsonMapper.builder().build();
    private PublishedSnapshot newest = published(Duration.ofSeconds(1));
    private final LatestSnapshot latest = new LatestSnapshot(() -> Optional.of(this.newest), this::encode);

    @Test
    void aSnapshotIsStaleAfterThreeIntervalsAndFiveSeconds() {
        PublishedSnapshot fast = published(Duration.ofMillis(100));
        PublishedSnapshot slow = published(Duration.ofSeconds(60));

        this.nanos.addAndGet(seconds(5) - 1);
        assertThat(fast.isStale()).isFalse();
        this.nanos.addAndGet(1);
        assertThat(fast.isStale()).isTrue();
        this.nanos.addAndGet(seconds(175) - 1);
        assertThat(slow.isStale()).isFalse();
        this.nanos.addAndGet(1);
        assertThat(slow.isStale()).isTrue();
    }

    @Test
    void bytesThatWereSentWhileASnapshotWasFreshAreNotSentOnceItIsStale() {
        assertThat(json(View.FULL)).contains("\"stale\":false");

        this.nanos.addAndGet(seconds(600));

        assertThat(json(View.FULL)).contains("\"stale\":true");
        assertThat(UTF_8.decode(this.newest.encoded(View.FULL).event()).toString())
                .contains("\"stale\":true");
    }

    @Test
    void aRoundThatIsReplayedIsNotStale() {
        this.nanos.addAndGet(seconds(600));
        json(View.FULL);

        this.newest.compact();

        assertThat(this.newest.isStale()).isFalse();
        assertThat(UTF_8.decode(this.newest.encoded(View.FULL).event()).toString())
                .contains("\"stale\":false");
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
        return UTF_8.decode(this.latest.json(view)).toString();
    }

    private void encode(Snapshot snapshot, View view, boolean stale, OutputStream target) {
        this.encodings.incrementAndGet();
        this.json.writeValue(target, SnapshotResponse.of(snapshot, view, stale));
    }

    private PublishedSnapshot published(Duration every) {
        List<GpuSample> gpus = List.of(Snapshots.gpu(0), Snapshots.gpu(1));
        Snapshot some = Snapshots.of(0, Snapshots.NVML, gpus);
        Snapshot snapshot =
                new Snapshot(0, some.takenAt(), 0, some.took(), every, some.source(), some.gpus(), some.host());
        return new PublishedSnapshot(snapshot, this::encode, (same, growth) -> {}, this.nanos::get);
    }

    private static long seconds(long seconds) {
        return Duration.ofSeconds(seconds).toNanos();
    }
}
