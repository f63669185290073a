package io.gpulse.view;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonUnwrapped;
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

/**
 * One GPU at one moment.
 *
 * @param index The driver's index, from 0.
 * @param uuid Identity of the GPU, the same after a reboot and in all tools; null until the first response of the
 *     driver.
 * @param name Product name; null until the first response of the driver.
 * @param pciBusId domain:bus:device.function on the PCI bus; null until the first response of the driver.
 * @param state State: ATTACHING (the driver is waking it up), OK, SLOW (it answers late; the values are of sampledAt),
 *     LOST (fell off the bus or removed), STUCK (a call has not returned), RESET_REQUIRED, ERROR (the driver returned a
 *     code), SLEEPING (in runtime suspend; gpulse does not wake it), or STALE (a file with the output of nvidia-smi is
 *     not written again; the values are of sampledAt).
 * @param stateSince Start of this state.
 * @param stateDetail The call or code behind a state other than OK, as a sentence.
 * @param sampledAt When the values were read; for a GPU that does not respond, its last response; null before the first
 *     one.
 * @param slowSampledAt When the rows of cadence SLOW were read; null before the first time.
 * @param idleSince Since when utilization has been 1 % or less, for at least 10 s except at the start; null while the
 *     GPU is busy or its utilization is absent.
 * @param busySince Since when utilization has been more than 1 %, for at least 10 s except at the start; null while the
 *     GPU is idle or its utilization is absent.
 * @param links NVLinks by number; empty in the core view.
 * @param linksAbsent Reason of each row that is absent for the same reason in all `links`; their own `absent` lists the
 *     other ones. Not listed if empty.
 * @param mig MIG instances by their ids; empty unless the GPU is split into instances.
 * @param processes Processes that use the GPU, largest memory first; at most 4 in the core view.
 * @param processesOmitted Number of processes beyond the listed ones.
 * @param reservations Jobs to which a scheduler has assigned the GPU or its MIG instances; not listed if empty.
 * @param last The last readings of a GPU that is not read now; not listed for others.
 */
@Schema(name = "Gpu")
public record GpuResponse(
        @Schema(example = "0") int index,

        @Schema(example = "GPU-5a6f1e2c-7b1d-4c3e-9f00-2d1c0b9a8e77") @Nullable
        String uuid,

        @Schema(example = "NVIDIA H100 80GB HBM3") @Nullable String name,

        @Schema(example = "00000000:1B:00.0") @Nullable String pciBusId,

        @Schema(example = "OK") GpuState state,

        @Schema(example = "2026-11-20T09:12:44.120Z") Instant stateSince,

        @Schema(example = "null") @Nullable String stateDetail,

        @Schema(example = "2026-11-20T10:00:01.003Z") @Nullable
        Instant sampledAt,

        @Schema(example = "2026-11-20T09:59:58.001Z") @Nullable
        Instant slowSampledAt,

        @Schema(example = "null") @Nullable Instant idleSince,

        @Schema(example = "2026-11-20T09:14:02.003Z") @Nullable
        Instant busySince,

        @JsonUnwrapped ReadingsResponse readings,

        List<LinkResponse> links,

        @JsonInclude(JsonInclude.Include.NON_EMPTY) @Schema(requiredMode = Schema.RequiredMode.NOT_REQUIRED)
        Map<String, Reason> linksAbsent,

        List<MigResponse> mig,

        List<ProcessResponse> processes,

        @Schema(example = "0") int processesOmitted,

        @JsonInclude(JsonInclude.Include.NON_EMPTY) @Schema(requiredMode = Schema.RequiredMode.NOT_REQUIRED)
        List<ReservationResponse> reservations,

        @JsonInclude(JsonInclude.Include.NON_NULL) @Schema(requiredMode = Schema.RequiredMode.NOT_REQUIRED) @Nullable
        Last last) {

    /**
     * The last readings of a GPU that is not read now.
     *
     * @param sampledAt When it was sampled.
     * @param values Numbers by catalogue key, as in `values` of the GPU.
     * @param facts Words by catalogue key, as in `facts` of the GPU.
     * @param processes Processes that used it, largest memory first; at most 4 in the core view.
     */
    @Schema(name = "LastGpu")
    public record Last(
            @Schema(example = "2026-11-20T10:00:01.003Z") Instant sampledAt,

            Map<String, Number> values,

            Map<String, String> facts,

            List<ProcessResponse> processes) {

        static Last of(GpuSample.Last last, View view) {
            ReadingsResponse readings = ReadingsResponse.of(last.known().own(), view);
            return new Last(
                    last.sampledAt(),
                    readings.values(),
                    readings.facts(),
                    view.shownOf(last.known().processes()).stream()
                            .map((process) -> ProcessResponse.of(process, view))
                            .toList());
        }
    }

    public static GpuResponse of(GpuSample gpu, View view) {
        GpuIdentity identity = gpu.identity();
        List<ProcessSample> processes = view.shownOf(gpu.known().processes());
        List<LinkResponse> links = links(gpu, view);
        return new GpuResponse(
                gpu.index(),
                gpu.uuid(),
                identity == null ? null : identity.name(),
                identity == null ? null : identity.pciBusId(),
                gpu.state(),
                gpu.condition().since(),
                gpu.condition().detail(),
                gpu.sampledAt(),
                gpu.slowSampledAt(),
                gpu.activity().idleSince(),
                gpu.activity().busySince(),
                ReadingsResponse.of(gpu.readings(), view),
                links,
                LinkResponse.removeShared(links),
                view.shownIn(gpu.known().mig()).stream()
                        .map((instance) -> MigResponse.of(instance, view))
                        .toList(),
                processes.stream()
                        .map((process) -> ProcessResponse.of(process, view))
                        .toList(),
                view.shows(Scope.PROCESS) ? gpu.known().processes().size() - processes.size() : 0,
                reservations(gpu, view),
                gpu.last() == null ? null : Last.of(gpu.last(), view));
    }

    private static List<LinkResponse> links(GpuSample gpu, View view) {
        return view.shown(gpu.known().links()).stream()
                .map((link) -> LinkResponse.of(link, view))
                .toList();
    }

    private static List<ReservationResponse> reservations(GpuSample gpu, View view) {
        return view.shows(Scope.PROCESS)
                ? gpu.reservations().stream().map(ReservationResponse::of).toList()
                : List.of();
    }
}
