package io.gpulse.recording;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpulse.device.Activity;
import io.gpulse.device.Condition;
import io.gpulse.device.Gpu;
import io.gpulse.device.GpuReadResult;
import io.gpulse.device.GpuReadings;
import io.gpulse.device.GpuRefusedException;
import io.gpulse.device.GpuSample;
import io.gpulse.device.GpuSession;
import io.gpulse.device.GpuState;
import io.gpulse.device.Snapshot;
import io.gpulse.metric.Metric;
import io.gpulse.metric.Scope;
import io.gpulse.prometheus.Scrapes;
import io.gpulse.testing.Http;
import io.gpulse.testing.TestServer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import javax.xml.parsers.DocumentBuilderFactory;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.w3c.dom.Element;
import tools.jackson.databind.SerializationFeature;
import tools.jackson.databind.json.JsonMapper;

/**
 * Replays every recording of the folder and compares the final JSON, CSV and series with the golden files. {@code
 * -Dcontract.update=true} rewrites them.
 */
class RecordingGoldenTests {

    private static final Path FOLDER =
            Path.of(System.getProperty("basedir", ""), "src/test/resources/io/gpulse/recording");
    private static final Instant NOW = Instant.parse("2026-11-20T10:00:03Z");
    private static final JsonMapper INDENTED =
            JsonMapper.builder().enable(SerializationFeature.INDENT_OUTPUT).build();

    private static final Set<String> NOT_READ =
            Set.of("pdi", "gpu_part_number", "sparse_operation_mode", "capabilities/egm");

    /** Values that gpulse reads since the recording was made. */
    private static final Set<String> NOT_RECORDED = Set.of(
            "fbc_stats/session_count",
            "fbc_stats/average_fps",
            "fbc_stats/average_latency",
            "pci/replay_rollover_counter");

    /** Values that are masked in another way, or change. */
    private static final Set<String> OTHERS = Set.of(
            "board_part_number",
            "pci/pci_bus",
            "pci/pci_device",
            "pci/pci_bus_id",
            "pci/tx_util",
            "pci/rx_util",
            "clocks_event_reasons_counters/clocks_event_reasons_counters_sw_power_cap",
            "gpu_power_readings/average_power_draw",
            "gpu_power_readings/instant_power_draw",
            "gpu_memory_power_readings/average_power_draw");

    private static @Nullable TestServer server;

    @BeforeAll
    static void start() {
        server = TestServer.started();
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    static List<String> recordings() throws IOException {
        try (Stream<Path> files = Files.list(FOLDER)) {
            return files.map((file) -> file.getFileName().toString())
                    .filter((name) -> name.endsWith(".recording"))
                    .sorted()
                    .toList();
        }
    }

    @Test
    void thereAreRecordings() throws IOException {
        assertThat(recordings()).hasSizeGreaterThanOrEqualTo(4);
    }

    @ParameterizedTest
    @MethodSource("recordings")
    void aReplayMatchesItsGoldenFiles(String name) throws Exception {
        Snapshot last = replayed(RecordingReader.read(FOLDER.resolve(name)));
        server.takes(last);

        String json = Http.get(server, "/api/v1/snapshot?view=full").body();
        compare(name, "snapshot.json", INDENTED.writeValueAsString(INDENTED.readTree(json)) + "\n");
        compare(
                name,
                "csv",
                Http.get(server, "/api/v1/query?format=csv&query-gpu=" + properties())
                        .body());
        compare(name, "metrics.txt", Scrapes.of(last));
        String xml = Http.get(server, "/api/v1/query?q&x").body();
        compare(name, "xml", xml.replaceFirst("<timestamp>.*</timestamp>", "<timestamp/>"));
    }

    /** The recording and the genuine output are of one machine, some minutes apart. */
    @Test
    void theXmlOfAnH200IsThatOfItsNvidiaSmi() throws Exception {
        Map<String, String> genuine = leaves(FOLDER.resolve("h200.nvidia-smi.xml"));
        Map<String, String> ours = leaves(FOLDER.resolve("h200.xml"));

        assertThat(ours.keySet()).containsExactlyElementsOf(genuine.keySet());
        Map<String, String> different = new TreeMap<>(ours);
        different.entrySet().removeIf((leaf) -> leaf.getValue().equals(genuine.get(leaf.getKey())));
        different.keySet().removeAll(OTHERS);
        different.keySet().removeAll(NOT_RECORDED);
        assertThat(different.keySet()).isEqualTo(NOT_READ);
        assertThat(different.values()).containsOnly("N/A");
    }

    /** The values by their paths, in order. */
    private static Map<String, String> leaves(Path file) throws Exception {
        DocumentBuilderFactory factory = DocumentBuilderFactory.newDefaultInstance();
        factory.setFeature("http://apache.org/xml/features/nonvalidating/load-external-dtd", false);
        Map<String, String> leaves = new LinkedHashMap<>();
        Element root = factory.newDocumentBuilder().parse(file.toFile()).getDocumentElement();
        collect("", (Element) root.getElementsByTagName("gpu").item(0), leaves);
        leaves.keySet().removeIf((path) -> path.startsWith("supported_clocks"));
        return leaves;
    }

    private static void collect(String path, Element parent, Map<String, String> leaves) {
        for (Element element : elements(parent)) {
            String name = path + element.getTagName();
            if (elements(element).isEmpty()) {
                leaves.put(name, element.getTextContent().strip());
            }
            collect(name + "/", element, leaves);
        }
    }

    private static List<Element> elements(Element parent) {
        return IntStream.range(0, parent.getChildNodes().getLength())
                .mapToObj(parent.getChildNodes()::item)
                .filter(Element.class::isInstance)
                .map(Element.class::cast)
                .toList();
    }

    /** Every property that nvidia-smi knows. */
    private static String properties() {
        return Metric.of(Scope.GPU).stream()
                .flatMap((metric) -> metric.spec().nvidiaSmiName().stream())
                .collect(Collectors.joining(","));
    }

    private static void compare(String recording, String kind, String replayed) throws IOException {
        Path golden = FOLDER.resolve(recording.replace(".recording", "." + kind));
        if (Boolean.getBoolean("contract.update")) {
            Files.writeString(golden, replayed);
        }
        assertThat(replayed).as(golden.toString()).isEqualTo(Files.readString(golden));
    }

    private static Snapshot replayed(Recording recording) throws Exception {
        ReplaySource source = new ReplaySource(() -> recording, StepwiseReplayClock::new, UnaryOperator.identity());
        GpuSession session = source.open();
        List<GpuSample> gpus = new ArrayList<>();
        for (int index = 0; index < session.gpuCount(); index++) {
            gpus.add(replayed(session, index, recording.gpu(index).of(Phase.LOOK)));
        }
        Duration second = Duration.ofSeconds(1);
        return new Snapshot(
                Recorded.AT.toEpochMilli(), NOW, 0, Duration.ofMillis(8), second, session.source(), gpus, null);
    }

    private static GpuSample replayed(GpuSession session, int index, List<Segment> rounds) {
        GpuReadings known = GpuReadings.NONE;
        GpuReadResult last = GpuReadResult.fine(known);
        try {
            Gpu gpu = session.attach(index);
            for (Segment result : rounds) {
                last = gpu.read(result.due());
                known = known.renewedBy(last.known());
            }
            Condition condition = new Condition(last.verdict().state(), NOW, last.detail());
            GpuReadings shown = last.verdict() == GpuReadResult.Verdict.FINE ? known : GpuReadings.NONE;
            return new GpuSample(index, gpu.identity(), condition, NOW, NOW, shown, Activity.UNKNOWN);
        } catch (GpuRefusedException refused) {
            GpuReadResult result = refused.result();
            return troubled(index, result.verdict().state(), String.valueOf(result.detail()));
        } catch (StepwiseReplayClock.HangException hang) {
            return troubled(index, GpuState.STUCK, String.valueOf(session.callInProgress(index)));
        }
    }

    private static GpuSample troubled(int index, GpuState state, String detail) {
        return new GpuSample(
                index, null, new Condition(state, NOW, detail), null, null, GpuReadings.NONE, Activity.UNKNOWN);
    }
}
