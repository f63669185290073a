package io.gpulse.text.query;

import io.gpulse.device.GpuSample;
import io.gpulse.device.LinkSample;
import io.gpulse.device.Snapshot;
import io.gpulse.device.SourceKind;
import io.gpulse.device.topology.Topology;
import io.gpulse.metric.Metric;
import io.gpulse.metric.Reading;
import io.gpulse.metric.SmiGeneration;
import io.gpulse.web.ProblemException;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/** {@code nvidia-smi topo -m} and {@code nvidia-smi nvlink -s}. */
public final class ConnectionPage {

    private static final Duration RETRY_AFTER = Duration.ofSeconds(10);

    private static final String UNDERLINED = "\u001b[4m";
    private static final String PLAIN = "\u001b[0m";

    private ConnectionPage() {}

    /** Returns the matrix of the connections, which are those of all GPUs. */
    public static SmiOutput topology(Topology topology) {
        return (snapshot, wanted) -> matrix(topology, snapshot);
    }

    private static String matrix(Topology topology, Snapshot snapshot) {
        boolean numbered = SmiGeneration.of(snapshot.source().driverVersion()).isSince(535);
        Map<String, String> titles = new LinkedHashMap<>();
        topology.gpus().forEach((gpu) -> titles.put("GPU" + gpu.index(), affinity(gpu, snapshot)));
        List<String> gpus = List.copyOf(titles.keySet());
        topology.adapters().forEach((adapter) -> titles.put(adapter.name(), "\t\t\t"));
        List<String> devices = List.copyOf(titles.keySet());
        StringBuilder text = new StringBuilder("\t").append(numbered ? UNDERLINED : "");
        devices.forEach(
                (device) -> text.append(title(device, devices, gpus.size())).append('\t'));
        text.append("CPU Affinity\tNUMA Affinity")
                .append(numbered ? "\tGPU NUMA ID" + PLAIN : "")
                .append('\n');
        titles.forEach((device, end) -> {
            text.append(title(device, devices, gpus.size())).append('\t');
            devices.forEach(
                    (other) -> text.append(word(device, other, topology)).append('\t'));
            text.append(end).append('\n');
        });
        text.append(TextFile.lines("legend.txt").collect(Collectors.joining("\n", "\nLegend:\n\n", "\n")));
        text.append(topology.adapters().isEmpty() ? "" : "\nNIC Legend:\n\n");
        topology.adapters()
                .forEach((adapter) -> text.append("  " + title(adapter.name(), devices, gpus.size()))
                        .append(": " + adapter.name() + "\n"));
        return text.toString();
    }

    private static String title(String device, List<String> devices, int gpus) {
        int place = devices.indexOf(device);
        return place < gpus ? device : "NIC" + (place - gpus);
    }

    private static String word(String device, String other, Topology topology) {
        return device.equals(other)
                ? " X "
                : topology.links().stream()
                        .filter((link) -> List.of(link.a(), link.b()).containsAll(List.of(device, other)))
                        .map((link) -> printed(link.word()))
                        .findFirst()
                        .orElse(Cell.NOT_AVAILABLE);
    }

    private static String printed(Reading reading) {
        return reading instanceof Reading.Quantity number
                ? Long.toString((long) number.value())
                : reading.word().orElse(Cell.NOT_AVAILABLE);
    }

    private static String affinity(Topology.Node gpu, Snapshot snapshot) {
        String memory = snapshot.gpus().stream()
                .filter((sample) -> sample.index() == gpu.index())
                .flatMap((sample) -> sample.readings().word(Metric.NUMA_NODE).stream())
                .findFirst()
                .orElse(Cell.NOT_AVAILABLE);
        return printed(gpu.processors()) + "\t" + printed(gpu.numaNode()) + "\t\t" + memory;
    }

    /** Returns the speeds of the links of the GPUs. */
    public static SmiOutput nvlinks() {
        return ConnectionPage::speeds;
    }

    private static String speeds(Snapshot snapshot, Predicate<GpuSample> wanted) {
        if (snapshot.source().kind() == SourceKind.NVIDIA_SMI) {
            throw ProblemException.unavailable("This source does not report the links.", RETRY_AFTER);
        }
        return snapshot.gpus().stream()
                .filter(wanted)
                .map((gpu) -> GpuList.line(GpuRow.of(snapshot, gpu, GpuRow.Sheet.LOG)) + speeds(gpu))
                .collect(Collectors.joining());
    }

    private static String speeds(GpuSample gpu) {
        List<LinkSample> links = gpu.known().links();
        if (!gpu.hasReadings()) {
            return Cell.words(gpu.state()) + "\n";
        }
        if (gpu.readings().number(Metric.MIG_MODE_CURRENT).orElse(0) == 1) {
            return "Nvlink queries are not supported for Devices in MIG mode\n";
        }
        if (links.isEmpty()) {
            return "Device does not have or support Nvlink\n";
        }
        return links.stream().allMatch(ConnectionPage::isDown)
                ? "NVML: Unable to retrieve Nvlink information as all links are inActive\n"
                : links.stream().map(ConnectionPage::speed).collect(Collectors.joining());
    }

    private static boolean isDown(LinkSample link) {
        return link.readings().number(Metric.LINK_STATE).orElse(1) == 0;
    }

    private static String speed(LinkSample link) {
        OptionalDouble most = link.readings().number(Metric.LINK_BANDWIDTH_MAX);
        String speed = most.isPresent()
                ? String.format(Locale.ROOT, "%.3f GB/s", most.getAsDouble() / 1e9)
                : Cell.NOT_AVAILABLE;
        return "\t Link " + link.link() + ": " + (isDown(link) ? "<inactive>" : speed) + "\n";
    }
}
