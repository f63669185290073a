package io.gpulse.history.states;

import io.gpulse.history.KnownGpu;
import io.gpulse.history.TimeRange;
import io.gpulse.history.accounting.GpuUse;
import io.gpulse.history.accounting.Occupancy;
import io.gpulse.history.accounting.Sums;
import io.gpulse.history.accounting.UseSeconds;
import io.gpulse.history.sqlite.AccountingStore.OccupancySums;
import io.gpulse.history.sqlite.HistoryStore;
import io.gpulse.history.states.StatesResponse.GpuReference;
import io.gpulse.history.states.StatesResponse.GpuResponse;
import io.gpulse.history.states.StatesResponse.SecondsResponse;
import io.gpulse.history.states.StatesResponse.SegmentResponse;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Reads the states of GPUs in a time span. */
final class HistoryStates {

    private final HistoryStore store;
    private final TimeRange span;
    private final long now;
    private final long step;

    /** @param now in epoch ms; the time span may end later */
    HistoryStates(HistoryStore store, TimeRange span, long now, int points) {
        this.store = store;
        this.span = span;
        this.now = now;
        this.step = Math.max(1, span.length().toMillis() / points);
    }

    StatesResponse of(Collection<KnownGpu> gpus, boolean simulated) {
        return new StatesResponse(
                this.span.fromMillis(),
                this.span.toMillis(),
                this.step,
                simulated,
                gpus.stream().map(this::gpu).toList());
    }

    private GpuResponse gpu(KnownGpu gpu) {
        UseSeconds seconds = new UseSeconds();
        List<SegmentResponse> segments = new ArrayList<>();
        long minute = Math.max(60_000, this.step);
        for (long at = this.span.fromMillis(); at < Math.min(this.now, this.span.toMillis()); at += minute) {
            for (OccupancySums sums : this.store.accounting().occupancy(at, at + minute)) {
                GpuUse use = sums.uuid().equals(gpu.uuid()) ? use(sums.sums()) : null;
                if (use != null) {
                    seconds.add(use, minute / 1000.0);
                    segments.add(new SegmentResponse(at, at + minute, use.label(), null));
                }
            }
        }
        GpuReference reference = new GpuReference(gpu.index(), gpu.uuid());
        return new GpuResponse(reference, SecondsResponse.of(seconds), segments);
    }

    private static @Nullable GpuUse use(Sums sums) {
        for (GpuUse use : List.of(GpuUse.NO_SAMPLES, GpuUse.HELD_IDLE, GpuUse.BUSY, GpuUse.FREE)) {
            Occupancy occupancy = use.occupancy();
            if (sums.seconds(occupancy) > 0) {
                return use;
            }
        }
        return null;
    }
}
