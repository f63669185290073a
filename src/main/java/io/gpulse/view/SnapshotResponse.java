package io.gpulse.view;

import io.gpulse.device.HostSample;
import io.gpulse.device.Snapshot;
import io.swagger.v3.oas.annotations.media.Schema;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * The readings of one round, or the requested part of them.
 *
 * @param sequence Number of the round. It starts at the epoch milliseconds of the process's start and increases by one,
 *     so it grows over restarts too.
 * @param takenAt Start of the round.
 * @param tookMillis Duration of the round in ms.
 * @param everyMillis Sampling interval in ms.
 * @param stale Whether the sampler has stopped: at the time of the response, the round was published more than three
 *     intervals and 5 s ago, so its values are out of date. Of a stream, only the first snapshot can be stale.
 * @param view The requested view.
 * @param source The source of the GPU readings.
 * @param gpus The GPUs, by index.
 * @param host The machine around the GPUs; null before its first sample.
 */
@Schema(name = "Snapshot")
public record SnapshotResponse(
        @Schema(example = "1795168801003") long sequence,

        @Schema(example = "2026-11-20T10:00:01.003Z") Instant takenAt,

        @Schema(example = "8.4") Number tookMillis,

        @Schema(example = "1000") long everyMillis,

        @Schema(example = "false") boolean stale,

        @Schema(
                example = "full",
                allowableValues = {"full", "core"})
        String view,

        SourceResponse source,

        List<GpuResponse> gpus,

        @Nullable HostResponse host) {

    static SnapshotResponse of(Snapshot snapshot, View view, boolean stale) {
        HostSample host = snapshot.host();
        return new SnapshotResponse(
                snapshot.sequence(),
                snapshot.takenAt(),
                JsonNumbers.millis(snapshot.took()),
                snapshot.every().toMillis(),
                stale,
                view.detail().name().toLowerCase(Locale.ROOT),
                SourceResponse.of(snapshot.source()),
                snapshot.gpus().stream()
                        .filter(view::shows)
                        .map((gpu) -> GpuResponse.of(gpu, view))
                        .toList(),
                host == null ? null : HostResponse.of(host, view));
    }
}
