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

/**
 * The machine around the GPUs.
 *
 * @param hostname Host name.
 * @param cores Logical processors that are online, by number; empty in the core view.
 * @param disks Physical disks; empty in the core view.
 * @param networks Network interfaces, without those whose traffic another interface carries too (loopback, bridges,
 *     bonds, interfaces of containers); empty in the core view.
 * @param processesSampledAt When the processes were sampled (every 10 s); null before the first time, and where their
 *     sampling is off.
 * @param processes The processes with the highest processor use, and those with the most memory; empty in the core
 *     view. In a container: its own processes, unless it can see those of the machine.
 */
@Schema(name = "Host")
public record HostResponse(
        @Schema(example = "trn-h100-03") String hostname,

        @JsonUnwrapped ReadingsResponse readings,

        List<Core> cores,

        List<Disk> disks,

        List<Network> networks,

        @Schema(example = "2026-11-20T09:59:58.001Z") @Nullable
        Instant processesSampledAt,

        List<Process> processes) {

    /**
     * One logical processor at one moment.
     *
     * @param core The kernel's number, from 0. Processors that are offline are omitted.
     */
    @Schema(name = "Core")
    record Core(
            @Schema(example = "17") int core,

            @JsonUnwrapped @JsonIgnoreProperties("facts") ReadingsResponse readings) {

        static Core of(PartSample sample, View view) {
            return new Core(Integer.parseInt(sample.name()), ReadingsResponse.of(sample.readings(), view));
        }
    }

    /**
     * One physical disk at one moment.
     *
     * @param disk The kernel's name.
     */
    @Schema(name = "Disk")
    record Disk(
            @Schema(example = "nvme0n1") String disk,

            @JsonUnwrapped @JsonIgnoreProperties("facts") ReadingsResponse readings) {

        static Disk of(PartSample sample, View view) {
            return new Disk(sample.name(), ReadingsResponse.of(sample.readings(), view));
        }
    }

    /**
     * One network interface at one moment.
     *
     * @param network Name of the interface.
     */
    @Schema(name = "Network")
    record Network(
            @Schema(example = "eth0") String network,

            @JsonUnwrapped @JsonIgnoreProperties("facts") ReadingsResponse readings) {

        static Network of(PartSample sample, View view) {
            return new Network(sample.name(), ReadingsResponse.of(sample.readings(), view));
        }
    }

    /**
     * A process of the machine, whether it uses a GPU or not.
     *
     * @param pid PID as gpulse sees it: in a container that of the container, unless it can see the processes of the
     *     machine.
     * @param name The kernel's name, at most 15 bytes; never the command line.
     */
    @Schema(name = "HostProcess")
    @SuppressWarnings("JavaLangClash") // the name follows those of the parts next to it
    record Process(
            @Schema(example = "41102") int pid,

            @Schema(example = "python") String name,

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
