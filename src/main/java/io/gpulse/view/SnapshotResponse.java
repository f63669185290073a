package io.gpulse.view;

import io.gpulse.device.HostSample;
import io.gpulse.device.Snapshot;
import io.swagger.v3.oas.annotations.media.Schema;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** The readings of one round, or the requested part of them. */
@Schema(name = "Snapshot", description = "The readings of one round, or the requested part of them.")
public record SnapshotResponse(
        @Schema(
                description =
                        "Number of the round. It starts at the epoch milliseconds of the process's start and increases"
                                + " by one, so it grows over restarts too.",
                example = "1795168801003")
        long sequence,

        @Schema(description = "Start of the round.", example = "2026-11-20T10:00:01.003Z")
        Instant takenAt,

        @Schema(description = "Duration of the round in ms.", example = "8.4")
        Number tookMillis,

        @Schema(description = "Sampling interval in ms.", example = "1000")
        long everyMillis,

        @Schema(
                description = "Whether the sampler has stopped: at the time of the response, the round was published"
                        + " more than three intervals and 5 s ago, so its values are out of date. Of a stream, only the"
                        + " first snapshot can be stale.",
                example = "false")
        boolean stale,

        @Schema(
                description = "The requested view.",
                example = "full",
                allowableValues = {"full", "core"})
        String view,

        @Schema(description = "The source of the GPU readings.")
        SourceResponse source,

        @Schema(description = "The GPUs, by index.") List<GpuResponse> gpus,

        @Schema(description = "The machine around the GPUs; null before its first sample.") @Nullable
        HostResponse host) {

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
