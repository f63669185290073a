package io.gpulse.selection;

import io.gpulse.device.GpuSample;
import io.gpulse.device.Snapshot;
import io.gpulse.rounds.Rounds;
import io.gpulse.testing.Snapshots;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.springframework.util.unit.DataSize;
import reactor.core.publisher.Flux;

/** Selects among GPUs that were sampled once a second. */
abstract class WatchedGpus {

    static final long GIB = 1L << 30;
    static final FreeQuery USUAL = FreeQuery.USUAL;

    private final Rounds rounds = new Rounds(Flux.never());
    private final RecentUtilization use = new RecentUtilization(this.rounds);
    private final Holds holds = new Holds(() -> this.latest, InstantSource.fixed(Instant.EPOCH), () -> 0);
    private Snapshot latest = Snapshots.of(0, Snapshots.NVML, List.of());
    private int second;

    void watch(int seconds, GpuSample... gpus) {
        IntStream.range(0, seconds).forEach((unused) -> {
            this.latest = Snapshots.of(this.second++, Snapshots.NVML, List.of(gpus));
            this.rounds.add(this.latest);
        });
    }

    FreeGpusResponse choose(FreeQuery wanted) {
        return new FreeGpus(this.use, this.holds).choose(wanted, this.latest);
    }

    List<String> reasons(FreeQuery wanted) {
        return choose(wanted).rejected().stream()
                .flatMap((rejected) -> rejected.reasons().stream())
                .toList();
    }

    static FreeQuery wanting(int count, Long minMemory) {
        return new FreeQuery(count, size(minMemory), null, null, null, null, null, null);
    }

    static @Nullable DataSize size(@Nullable Long bytes) {
        return bytes == null ? null : DataSize.ofBytes(bytes);
    }
}
