package io.gpulse.view;

import io.gpulse.device.HostSample;
import io.gpulse.device.Snapshot;
import io.swagger.v3.oas.annotations.media.Schema;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** All that gpulse learned in one round, or the part of it that was asked for. */
@Schema(name = "Snapshot", description = "All that gpulse learned in one round, or the part of it that was asked for.")
public record SnapshotResponse(
        @Schema(
                description =
                        "Number of the round; starts at the process's start in epoch milliseconds and counts up by"
                                + " one, so that it grows over restarts too.",
                example = "1795168801003")
        long sequence,

        @Schema(description = "When the round began.", example = "2026-11-20T10:00:01.003Z")
        Instant takenAt,

        @Schema(description = "How long the round took, in ms.", example = "8.4")
        Number tookMillis,

        @Schema(description = "Time from round to round, in ms.", example = "1000")
        long everyMillis,

        @Schema(
                description = "Whether the sampler has stopped: the round was published longer ago than three"
                        + " intervals and 5 s when the response was made. Its values are then of `takenAt`, not of"
                        + " now. The stream sends a round when it is over; of a stream, only the first snapshot can be"
                        + " stale.",
                example = "false")
        boolean stale,

        @Schema(
                description = "The view that was asked for.",
                example = "full",
                allowableValues = {"full", "core"})
        String view,

        @Schema(description = "Through what the GPUs are seen.")
        SourceResponse source,

        @Schema(description = "The GPUs, by index.") List<GpuResponse> gpus,

        @Schema(description = "The machine around the GPUs; null until it has been sampled once.") @Nullable
        HostResponse host) {

    public static SnapshotResponse of(Snapshot snapshot, View view) {
        return of(snapshot, view, false);
    }

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
