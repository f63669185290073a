package io.gpulse.nvml.event;

import static java.util.stream.Collectors.joining;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.gpulse.metric.Call;
import io.gpulse.metric.Layout;
import io.gpulse.metric.Layout.Slot;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Compares the structs of events with numbers written here, and with NVIDIA's header where it is available. */
class EventLayoutTests {

    private static final Path REFERENCE = Path.of("../shared/reference/nvml_events.json");

    private static final List<Call> OPERATIONAL = List.of(
            EventCalls.REGISTER_OPERATIONAL,
            EventCalls.WAIT_OPERATIONAL,
            EventCalls.CONTEXT_COUNT,
            EventCalls.CONTEXT_INFO_OF,
            EventCalls.LEGACY_XID_OF);

    private static final Map<String, Layout> STRUCTS = Map.of(
            "config", EventCalls.OPERATIONAL_CONFIG,
            "wait", EventCalls.OPERATIONAL_EVENT,
            "contextCount", EventCalls.COUNT,
            "contextInfo", EventCalls.CONTEXT_INFO,
            "legacyXid", EventCalls.LEGACY_XID);

    @Test
    void aClassicEventHasTheLayoutOfTheHeader() {
        assertThat(written(EventCalls.EVENT))
                .isEqualTo("device@0:8 eventType@8:8 eventData@16:8 gpuInstanceId@24:4 computeInstanceId@28:4 =32");
    }

    @Test
    void theConfigurationOfAGpuHasTheLayoutOfDriver615() {
        assertThat(written(EventCalls.OPERATIONAL_CONFIG))
                .isEqualTo("uuid@0:96 minLogLevel@96:4 minSeverity@100:4 =104");
    }

    @Test
    void anOperationalEventHasTheLayoutOfDriver615() {
        assertThat(written(EventCalls.OPERATIONAL_EVENT))
                .isEqualTo("timeoutMs@0:4 dataType@4:4 uuid@8:96 sourceModule@104:16 eventType@120:8 eventData@128:8 "
                        + "groupCursor@136:8 instanceId@144:8 timestampUsec@152:8 traceId@160:8 gpuInstanceId@168:4 "
                        + "computeInstanceId@172:4 severity@176:4 categoryId@180:4 moduleEventCode@184:4 "
                        + "scope@188:4 originator@192:4 moduleInstance@196:4 chipletId@200:4 logLevel@204:4 "
                        + "attributes@208:4 groupCperSize@212:4 groupAttributes@216:4 groupSize@220:1 "
                        + "groupIndex@221:1 =224");
    }

    @Test
    void contextsHaveTheLayoutOfDriver615() {
        assertThat(written(EventCalls.COUNT)).isEqualTo("count@0:4 =4");
        assertThat(written(EventCalls.CONTEXT_INFO))
                .isEqualTo("index@0:4 nvmlGpuOperationalEventContextType@4:4 sourceEventContextType@8:4 "
                        + "dataSize@12:4 dataFormatVersion@16:2 =20");
        assertThat(written(EventCalls.LEGACY_XID)).isEqualTo("index@0:4 xidCode@4:4 =8");
    }

    @Test
    void aWaitIsGivenTheSetAPointerAndATimeout() {
        assertThat(EventCalls.WAIT.layout().slots())
                .extracting(Slot::name, Slot::way)
                .containsExactly(
                        tuple("set", Layout.Way.IN), tuple("data", Layout.Way.OUT), tuple("timeoutms", Layout.Way.IN));
    }

    static Stream<Arguments> structs() {
        return STRUCTS.entrySet().stream().map((entry) -> Arguments.of(entry.getKey(), entry.getValue()));
    }

    @ParameterizedTest
    @MethodSource("structs")
    void everyOffsetIsTheOneOfTheBinding(String name, Layout layout) {
        JsonNode struct = reference().get("structs").get(name);
        String expected = struct.get("fields")
                .valueStream()
                .map((field) -> "%s@%d:%d "
                        .formatted(
                                field.get("name").asString(),
                                field.get("offset").asInt(),
                                field.get("size").asInt()))
                .collect(joining());

        assertThat(written(layout))
                .isEqualTo(expected + "=" + struct.get("size").asInt());
    }

    @Test
    void everyCallExistsWithAsManyArguments() {
        for (Call call : OPERATIONAL) {
            JsonNode arguments = reference().get("functions").get(call.symbol());

            assertThat(arguments).as(call.symbol()).isNotNull();
            assertThat(call.layout().slots())
                    .hasSameSizeAs(arguments.valueStream().toList());
        }
    }

    private static JsonNode reference() {
        assumeTrue(Files.exists(REFERENCE), "NVIDIA's binding in JSON is not here");
        return JsonMapper.shared().readTree(REFERENCE).get("goe");
    }

    private static String written(Layout layout) {
        return layout.slots().stream()
                .map((slot) -> "%s@%d:%d ".formatted(slot.name(), slot.offset(), slot.bytes()))
                .collect(joining("", "", "=" + layout.size()));
    }
}
