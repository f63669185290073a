package io.gpulse.view;

import io.gpulse.device.GpuIdentity;
import io.gpulse.device.GpuSample;
import io.gpulse.device.GpuState;
import io.gpulse.device.ProcessSample;
import io.gpulse.metric.Reason;
import io.gpulse.metric.Scope;
import io.swagger.v3.oas.annotations.media.Schema;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** One GPU at one moment. */
@Schema(name = "Gpu", description = "One GPU at one moment.")
public record GpuResponse(
        @Schema(description = "The driver's index, from 0.", example = "0")
        int index,

        @Schema(
                description = "Identity of the GPU over reboots and in every tool; null until it has answered once.",
                example = "GPU-5a6f1e2c-7b1d-4c3e-9f00-2d1c0b9a8e77")
        @Nullable
        String uuid,

        @Schema(description = "Product name; null until it has answered once.", example = "NVIDIA H100 80GB HBM3")
        @Nullable
        String name,

        @Schema(
                description = "domain:bus:device.function on the PCI bus; null until it has answered once.",
                example = "00000000:1B:00.0")
        @Nullable
        String pciBusId,

        @Schema(
                description =
                        "How it stands: ATTACHING (the driver is waking it up), OK, LOST (fell off the bus or removed),"
                                + " STUCK (a call has not returned), RESET_REQUIRED, ERROR (refused with a code), or"
                                + " SLEEPING (in runtime suspend, and not to be woken).",
                example = "OK")
        GpuState state,

        @Schema(description = "Since when it stands so.", example = "2026-11-20T09:12:44.120Z")
        Instant stateSince,

        @Schema(description = "The call or code behind any state but OK, as a sentence.", example = "null") @Nullable
        String stateDetail,

        @Schema(
                description =
                        "When the values were taken; of a GPU that does not answer, when it last did; null before it"
                                + " ever did.",
                example = "2026-11-20T10:00:01.003Z")
        @Nullable
        Instant sampledAt,

        @Schema(
                description = "When the rows of cadence SLOW were taken; null before they ever were.",
                example = "2026-11-20T09:59:58.001Z")
        @Nullable
        Instant slowSampledAt,

        @Schema(
                description =
                        "Since when its utilization has been 1 % or less, for 10 s at least except at the start; null"
                                + " while it is busy or its utilization is absent.",
                example = "null")
        @Nullable
        Instant idleSince,

        @Schema(
                description =
                        "Since when its utilization has been more than 1 %, for 10 s at least except at the start;"
                                + " null while it is idle or its utilization is absent.",
                example = "2026-11-20T09:14:02.003Z")
        @Nullable
        Instant busySince,

        @Schema(description = "Numbers by catalogue key, in the catalogue's unit. What is not known is not here.")
        Map<String, Number> values,

        @Schema(description = "Words by catalogue key: the word of each state, and what is only a word.")
        Map<String, String> facts,

        @Schema(description = "Why a row is neither in `values` nor in `facts`, by catalogue key.")
        Map<String, Reason> absent,

        @Schema(description = "Its NVLinks by number; none in the core view, and where it has none.")
        List<LinkResponse> links,

        @Schema(description = "The processes that use it, largest memory first; at most 4 in the core view.")
        List<ProcessResponse> processes,

        @Schema(description = "So many processes more use it than are shown here.", example = "0")
        int processesOmitted) {

    public static GpuResponse of(GpuSample gpu, View view) {
        GpuIdentity identity = gpu.identity();
        ReadingsResponse readings = ReadingsResponse.of(gpu.readings(), view);
        List<ProcessSample> processes = view.shownOf(gpu.known().processes());
        return new GpuResponse(
                gpu.index(),
                identity == null ? null : identity.uuid(),
                identity == null ? null : identity.name(),
                identity == null ? null : identity.pciBusId(),
                gpu.state(),
                gpu.condition().since(),
                gpu.condition().detail(),
                gpu.sampledAt(),
                gpu.slowSampledAt(),
                gpu.activity().idleSince(),
                gpu.activity().busySince(),
                readings.values(),
                readings.facts(),
                readings.absent(),
                view.shown(gpu.known().links()).stream()
                        .map((link) -> LinkResponse.of(link, view))
                        .toList(),
                processes.stream()
                        .map((process) -> ProcessResponse.of(process, view))
                        .toList(),
                view.shows(Scope.PROCESS) ? gpu.known().processes().size() - processes.size() : 0);
    }
}
