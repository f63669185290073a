package io.gpulse.view;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.annotation.JsonUnwrapped;
import io.gpulse.device.HostParts.PartSample;
import io.gpulse.device.HostProcess;
import io.gpulse.device.HostSample;
import io.gpulse.metric.Scope;
import io.swagger.v3.oas.annotations.media.Schema;
import java.time.Instant;
import java.util.List;
import java.util.function.BiFunction;
import org.jspecify.annotations.Nullable;

/** The machine around the GPUs. */
@Schema(name = "Host", description = "The machine around the GPUs.")
public record HostResponse(
        @Schema(description = "Host name.", example = "trn-h100-03")
        String hostname,

        @JsonUnwrapped ReadingsResponse readings,

        @Schema(description = "Logical processors that are online, by number; empty in the core view.")
        List<Core> cores,

        @Schema(description = "Physical disks; empty in the core view.")
        List<Disk> disks,

        @Schema(
                description = "Network interfaces, without those whose traffic another interface carries too (loopback,"
                        + " bridges, bonds, interfaces of containers); empty in the core view.")
        List<Network> networks,

        @Schema(
                description = "When the processes were sampled (every 10 s); null before the first time, and where"
                        + " their sampling is off.",
                example = "2026-11-20T09:59:58.001Z")
        @Nullable
        Instant processesSampledAt,

        @Schema(
                description = "The processes with the highest processor use, and those with the most memory; empty in"
                        + " the core view. In a container: its own processes, unless it can see those of the machine.")
        List<Process> processes) {

    @Schema(name = "Core", description = "One logical processor at one moment.")
    record Core(
            @Schema(
                    description = "The kernel's number, from 0. Processors that are offline are omitted.",
                    example = "17")
            int core,

            @JsonUnwrapped @JsonIgnoreProperties("facts") ReadingsResponse readings) {

        static Core of(PartSample sample, View view) {
            return new Core(Integer.parseInt(sample.name()), ReadingsResponse.of(sample.readings(), view));
        }
    }

    @Schema(name = "Disk", description = "One physical disk at one moment.")
    record Disk(
            @Schema(description = "The kernel's name.", example = "nvme0n1")
            String disk,

            @JsonUnwrapped @JsonIgnoreProperties("facts") ReadingsResponse readings) {

        static Disk of(PartSample sample, View view) {
            return new Disk(sample.name(), ReadingsResponse.of(sample.readings(), view));
        }
    }

    @Schema(name = "Network", description = "One network interface at one moment.")
    record Network(
            @Schema(description = "Name of the interface.", example = "eth0")
            String network,

            @JsonUnwrapped @JsonIgnoreProperties("facts") ReadingsResponse readings) {

        static Network of(PartSample sample, View view) {
            return new Network(sample.name(), ReadingsResponse.of(sample.readings(), view));
        }
    }

    @Schema(name = "HostProcess", description = "A process of the machine, whether it uses a GPU or not.")
    @SuppressWarnings("JavaLangClash") // the name follows those of the parts next to it
    record Process(
            @Schema(
                    description = "PID as gpulse sees it: in a container that of the container, unless it can see the"
                            + " processes of the machine.",
                    example = "41102")
            int pid,

            @Schema(description = "The kernel's name, at most 15 bytes; never the command line.", example = "python")
            String name,

            @JsonUnwrapped ReadingsResponse readings) {

        static Process of(HostProcess process, View view) {
            return new Process(process.pid(), process.name(), ReadingsResponse.of(process.readings(), view));
        }
    }

    public static HostResponse of(HostSample host, View view) {
        return new HostResponse(
                host.hostname(),
                ReadingsResponse.of(host.readings(), view),
                shown(Scope.CORE, host.parts().cores(), Core::of, view),
                shown(Scope.DISK, host.parts().disks(), Disk::of, view),
                shown(Scope.NETWORK, host.parts().networks(), Network::of, view),
                host.processes().sampledAt(),
                shown(Scope.HOST_PROCESS, host.processes().busiest(), Process::of, view));
    }

    private static <S, R> List<R> shown(Scope scope, List<S> samples, BiFunction<S, View, R> response, View view) {
        return view.shows(scope)
                ? samples.stream().map((sample) -> response.apply(sample, view)).toList()
                : List.of();
    }
}
