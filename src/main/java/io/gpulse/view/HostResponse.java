package io.gpulse.view;

import io.gpulse.device.HostParts;
import io.gpulse.device.HostProcess;
import io.gpulse.device.HostSample;
import io.gpulse.metric.Reason;
import io.gpulse.metric.Scope;
import io.swagger.v3.oas.annotations.media.Schema;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The machine around the GPUs. */
@Schema(name = "Host", description = "The machine around the GPUs.")
public record HostResponse(
        @Schema(description = "Name of the machine.", example = "trn-h100-03")
        String hostname,

        @Schema(description = "Numbers by catalogue key, in the catalogue's unit. What is not known is not here.")
        Map<String, Number> values,

        @Schema(description = "Words by catalogue key.") Map<String, String> facts,

        @Schema(description = "Why a row is neither in `values` nor in `facts`, by catalogue key.")
        Map<String, Reason> absent,

        @Schema(description = "Its logical processors that are online, by number; none in the core view.")
        List<CoreResponse> cores,

        @Schema(description = "Its physical disks; none in the core view.")
        List<DiskResponse> disks,

        @Schema(
                description = "Its network interfaces, without those that only pass on what another carries too"
                        + " (loopback, bridges, bonds, containers' ends); none in the core view.")
        List<NetworkResponse> networks,

        @Schema(
                description = "When the processes were sampled, which is every 10 s; null before they ever were, and"
                        + " where gpulse is not to.",
                example = "2026-11-20T09:59:58.001Z")
        @Nullable
        Instant processesSampledAt,

        @Schema(
                description = "The processes that used the processors most, and those with most memory; none in the"
                        + " core view. In a container they are those of the container, unless the machine's are shown"
                        + " to it.")
        List<HostProcessResponse> processes) {

    public static HostResponse of(HostSample host, View view) {
        ReadingsResponse readings = ReadingsResponse.of(host.readings(), view);
        return new HostResponse(
                host.hostname(),
                readings.values(),
                readings.facts(),
                readings.absent(),
                cores(host.parts(), view),
                disks(host.parts(), view),
                networks(host.parts(), view),
                host.processes().sampledAt(),
                processes(host.processes().busiest(), view));
    }

    private static List<CoreResponse> cores(HostParts parts, View view) {
        return view.shows(Scope.CORE)
                ? parts.cores().stream()
                        .map((core) -> CoreResponse.of(core, view))
                        .toList()
                : List.of();
    }

    private static List<DiskResponse> disks(HostParts parts, View view) {
        return view.shows(Scope.DISK)
                ? parts.disks().stream()
                        .map((disk) -> DiskResponse.of(disk, view))
                        .toList()
                : List.of();
    }

    private static List<NetworkResponse> networks(HostParts parts, View view) {
        return view.shows(Scope.NETWORK)
                ? parts.networks().stream()
                        .map((network) -> NetworkResponse.of(network, view))
                        .toList()
                : List.of();
    }

    private static List<HostProcessResponse> processes(List<HostProcess> busiest, View view) {
        return view.shows(Scope.HOST_PROCESS)
                ? busiest.stream()
                        .map((process) -> HostProcessResponse.of(process, view))
                        .toList()
                : List.of();
    }
}
