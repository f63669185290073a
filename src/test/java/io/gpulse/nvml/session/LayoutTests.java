package io.gpulse.nvml.session;

import static java.util.Map.entry;
import static java.util.stream.Collectors.joining;
import static java.util.stream.Collectors.toMap;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.gpulse.metric.Call;
import io.gpulse.metric.Layout;
import io.gpulse.metric.Layout.Slot;
import io.gpulse.metric.Metric;
import io.gpulse.metric.Probe;
import io.gpulse.nvml.event.EventCalls;
import io.gpulse.nvml.read.MigEnumeration;
import io.gpulse.nvml.read.ProcessList;
import io.gpulse.nvml.read.ProcessListKind;
import io.gpulse.nvml.record.ProcessInfoRecord;
import io.gpulse.nvml.topology.TopologyCalls;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Compares the layouts of memory for the driver with numbers written here, and with NVIDIA's header. */
class LayoutTests {

    private static final Path HEADER = Path.of("../shared/reference/nvml_constants.json");

    /** The header's struct of each getter that fills one. A new struct needs a line here and one in OFFSETS. */
    private static final Map<String, String> STRUCTS = Map.ofEntries(
            entry("nvmlDeviceGetUtilizationRates", "nvmlUtilization_t"),
            entry("nvmlDeviceGetMemoryInfo", "nvmlMemory_t"),
            entry("nvmlDeviceGetMemoryInfo_v2", "nvmlMemory_v2_t"),
            entry("nvmlDeviceGetConfComputeProtectedMemoryUsage", "nvmlMemory_t"),
            entry("nvmlDeviceGetBAR1MemoryInfo", "nvmlBAR1Memory_t"),
            entry("nvmlDeviceGetAttributes_v2", "nvmlDeviceAttributes_t"),
            entry("nvmlDeviceGetFBCStats", "nvmlFBCStats_t"),
            entry("nvmlDeviceGetMarginTemperature", "nvmlMarginTemperature_v1_t"),
            entry("nvmlDeviceGetTemperatureV", "nvmlTemperature_v1_t"),
            entry("nvmlDeviceGetFanSpeedRPM", "nvmlFanSpeedInfo_v1_t"),
            entry("nvmlDeviceGetClockOffsets", "nvmlClockOffset_v1_t"),
            entry("nvmlDeviceGetRepairStatus", "nvmlRepairStatus_v1_t"),
            entry("nvmlDeviceGetUnrepairableMemoryFlag_v1", "nvmlUnrepairableMemoryStatus_v1_t"),
            entry("nvmlDeviceGetBBXTimeData_v1", "nvmlBBXTimeData_v1_t"),
            entry("nvmlDeviceGetGridLicensableFeatures_v4", "nvmlGridLicensableFeatures_t"),
            entry("nvmlDeviceGetAddressingMode", "nvmlDeviceAddressingMode_v1_t"),
            entry("nvmlDeviceGetC2cModeInfoV", "nvmlC2cModeInfo_v1_t"),
            entry("nvmlDeviceGetNvlinkBwMode", "nvmlNvlinkGetBwMode_v1_t"),
            entry("nvmlDeviceGetRowRemapperHistogram", "nvmlRowRemapperHistogramValues_t"),
            entry("nvmlDeviceGetRemappedRows_v2", "nvmlRemappedRowsInfo_v2_t"),
            entry("nvmlDeviceGetSramEccErrorStatus", "nvmlEccSramErrorStatus_v1_t"),
            entry("nvmlDeviceGetPlatformInfo", "nvmlPlatformInfo_v2_t"),
            entry("nvmlDeviceGetGpuFabricInfoV", "nvmlGpuFabricInfo_v2_t"),
            entry("nvmlDeviceGetGpuFabricInfoV v3", "nvmlGpuFabricInfo_v3_t"),
            entry("nvmlDeviceGetHostname_v1", "nvmlHostname_v1_t"),
            entry("nvmlGpmQueryDeviceSupport", "nvmlGpmSupport_t"),
            entry("nvmlGpmMetricsGet", "nvmlGpmMetricsGet_t"),
            entry("nvmlDeviceGetPciInfo_v3", "nvmlPciInfo_t"),
            entry("nvmlDeviceGetPciInfoExt", "nvmlPciInfoExt_v1_t"));

    /** Members with offset and size, then the size of the struct and its version word, if any. */
    private static final Map<String, String> OFFSETS = Map.ofEntries(
            entry("nvmlDeviceGetUtilizationRates", "gpu@0:4 memory@4:4 =8"),
            entry("nvmlDeviceGetMemoryInfo", "total@0:8 free@8:8 used@16:8 =24"),
            entry(
                    "nvmlDeviceGetMemoryInfo_v2",
                    "version@0:4 total@8:8 reserved@16:8 free@24:8 used@32:8 =40 0x02000028"),
            entry("nvmlDeviceGetConfComputeProtectedMemoryUsage", "total@0:8 free@8:8 used@16:8 =24"),
            entry("nvmlDeviceGetFBCStats", "sessionsCount@0:4 averageFPS@4:4 averageLatency@8:4 =12"),
            entry(
                    "nvmlDeviceGetAttributes_v2",
                    "multiprocessorCount@0:4 sharedCopyEngineCount@4:4 sharedDecoderCount@8:4"
                            + " sharedEncoderCount@12:4 sharedJpegCount@16:4 sharedOfaCount@20:4"
                            + " gpuInstanceSliceCount@24:4 computeInstanceSliceCount@28:4 memorySizeMB@32:8 =40"),
            entry("nvmlDeviceGetBAR1MemoryInfo", "bar1Total@0:8 bar1Free@8:8 bar1Used@16:8 =24"),
            entry("nvmlDeviceGetMarginTemperature", "version@0:4 marginTemperature@4:4 =8 0x01000008"),
            entry("nvmlDeviceGetTemperatureV", "version@0:4 sensorType@4:4 temperature@8:4 =12 0x0100000c"),
            entry("nvmlDeviceGetFanSpeedRPM", "version@0:4 fan@4:4 speed@8:4 =12 0x0100000c"),
            entry(
                    "nvmlDeviceGetClockOffsets",
                    "version@0:4 type@4:4 pstate@8:4 clockOffsetMHz@12:4 minClockOffsetMHz@16:4 "
                            + "maxClockOffsetMHz@20:4 =24 0x01000018"),
            entry(
                    "nvmlDeviceGetRepairStatus",
                    "version@0:4 bChannelRepairPending@4:4 bTpcRepairPending@8:4 =12 0x0100000c"),
            entry("nvmlDeviceGetUnrepairableMemoryFlag_v1", "bUnrepairableMemory@0:4 =4"),
            entry("nvmlDeviceGetBBXTimeData_v1", "timeRun@0:4 =4"),
            entry(
                    "nvmlDeviceGetGridLicensableFeatures_v4",
                    ("isGridLicenseSupported@0:4 licensableFeaturesCount@4:4 %sfeatureCode@8:4 %sfeatureState@12:4 "
                                    + "%slicenseInfo@16:128 %sproductName@144:128 %sfeatureEnabled@272:4 "
                                    + "%slicenseExpiry@276:16 gridLicensableFeatures[1]@292:284 "
                                    + "gridLicensableFeatures[2]@576:284 =860")
                            .replace("%s", "gridLicensableFeatures[0].")),
            entry("nvmlDeviceGetAddressingMode", "version@0:4 value@4:4 =8 0x01000008"),
            entry("nvmlDeviceGetC2cModeInfoV", "isC2cEnabled@0:4 =4"),
            entry("nvmlDeviceGetNvlinkBwMode", "version@0:4 bIsBest@4:4 bwMode@8:1 =12 0x0100000c"),
            entry("nvmlDeviceGetRowRemapperHistogram", "max@0:4 high@4:4 partial@8:4 low@12:4 none@16:4 =20"),
            entry(
                    "nvmlDeviceGetRemappedRows_v2",
                    "corrActiveRemaps@0:4 corrInactiveRemaps@4:4 uncActiveRemaps@8:4 uncInactiveRemaps@12:4 "
                            + "bPending@16:4 bFailureOccurred@20:4 =24"),
            entry(
                    "nvmlDeviceGetSramEccErrorStatus",
                    "version@0:4 aggregateUncParity@8:8 aggregateUncSecDed@16:8 aggregateCor@24:8 "
                            + "volatileUncParity@32:8 volatileUncSecDed@40:8 volatileCor@48:8 "
                            + "aggregateUncBucketL2@56:8 aggregateUncBucketSm@64:8 aggregateUncBucketPcie@72:8 "
                            + "aggregateUncBucketMcu@80:8 aggregateUncBucketOther@88:8 bThresholdExceeded@96:4 "
                            + "=104 0x01000068"),
            entry(
                    "nvmlDeviceGetPlatformInfo",
                    "version@0:4 ibGuid@4:16 chassisSerialNumber@20:16 slotNumber@36:1 trayIndex@37:1 "
                            + "hostId@38:1 peerType@39:1 moduleId@40:1 =44 0x0200002c"),
            entry(
                    "nvmlDeviceGetGpuFabricInfoV",
                    "version@0:4 clusterUuid@4:16 status@20:4 cliqueId@24:4 state@28:1 healthMask@32:4 =36 0x02000024"),
            entry(
                    "nvmlDeviceGetGpuFabricInfoV v3",
                    "version@0:4 clusterUuid@4:16 status@20:4 cliqueId@24:4 state@28:1 healthMask@32:4 "
                            + "healthSummary@36:1 =40 0x03000028"),
            entry("nvmlDeviceGetHostname_v1", "value@0:64 =64"),
            entry("nvmlGpmQueryDeviceSupport", "version@0:4 isSupportedDevice@4:4 =8"),
            entry("nvmlGpmMetricsGet", "version@0:4 numMetrics@4:4 sample1@8:8 sample2@16:8 metrics@24:13320 =13344"),
            entry(
                    "nvmlDeviceGetPciInfo_v3",
                    "busIdLegacy@0:16 domain@16:4 bus@20:4 device@24:4 pciDeviceId@28:4 pciSubSystemId@32:4 "
                            + "busId@36:32 =68"),
            entry(
                    "nvmlDeviceGetPciInfoExt",
                    "version@0:4 domain@4:4 bus@8:4 device@12:4 pciDeviceId@16:4 pciSubSystemId@20:4 "
                            + "baseClass@24:4 subClass@28:4 busId@32:32 =64 0x01000040"));

    private static final Map<String, Integer> BUFFERS = Map.of(
            "nvmlDeviceGetName", 96,
            "nvmlDeviceGetUUID", 96,
            "nvmlDeviceGetSerial", 30,
            "nvmlDeviceGetVbiosVersion", 32,
            "nvmlDeviceGetBoardPartNumber", 80,
            "nvmlDeviceGetInforomImageVersion", 16,
            "nvmlDeviceGetInforomVersion", 16,
            "nvmlSystemGetProcessName", 256,
            "nvmlSystemGetDriverVersion", 80,
            "nvmlSystemGetNVMLVersion", 80);

    static Stream<Call> calls() {
        Stream<Call> ofRows = Stream.of(Metric.values())
                .flatMap((metric) -> metric.spec().probes().stream())
                .flatMap(LayoutTests::callsOf);
        Stream<Call> ofLists = Stream.of(ProcessListKind.values())
                .flatMap((list) -> ProcessList.symbols(list.symbol()).stream())
                .map((symbol) -> ProcessInfoRecord.call(symbol, 1));
        return Stream.of(
                        NvmlSource.CALLS,
                        EventCalls.CLASSIC,
                        TopologyCalls.ALL,
                        MigEnumeration.calls(),
                        ofRows.toList(),
                        ofLists.toList())
                .flatMap(List::stream)
                .distinct();
    }

    private static Stream<Call> callsOf(Probe probe) {
        if (probe instanceof Probe.Joined joined) {
            return joined.parts().stream().flatMap(LayoutTests::callsOf);
        }
        if (probe instanceof Probe.Bits bits) {
            return Stream.of(bits.mask().call());
        }
        return probe instanceof Probe.Member member ? Stream.of(member.call()) : Stream.empty();
    }

    @ParameterizedTest
    @MethodSource("calls")
    void everyOffsetIsTheOneWrittenHere(Call call) {
        switch (call.layout().passing()) {
            case STRUCT -> assertThat(written(call.layout())).isEqualTo(of(call, OFFSETS));
            case BUFFER_AND_LENGTH -> assertThat(call.layout().size()).isEqualTo(BUFFERS.get(call.symbol()));
            case POINTERS ->
                assertThat(call.layout().slots())
                        .allMatch((slot) -> slot.offset() % slot.type().alignment() == 0);
            case NOTHING -> assertThat(call.layout().slots()).isEmpty();
        }
    }

    /** The layout of a call, by its symbol or by its symbol and the version of its struct. */
    private static String of(Call call, Map<String, String> written) {
        String ofVersion = written.get(call.symbol() + " v" + call.layout().generation());
        return ofVersion == null ? written.get(call.symbol()) : ofVersion;
    }

    static Stream<Call> structs() {
        return calls().filter((call) -> call.layout().passing() == Layout.Passing.STRUCT);
    }

    @ParameterizedTest
    @MethodSource("structs")
    void everyOffsetIsTheOneOfTheHeader(Call call) {
        String struct = of(call, STRUCTS);
        JsonNode expected = header().get("structs").get(struct);
        Map<String, JsonNode> members = expected.get("fields")
                .valueStream()
                .collect(toMap((field) -> field.get("name").asString(), Function.identity()));
        assertThat(call.layout().size()).isEqualTo(expected.get("size").asInt());
        for (Slot slot : call.layout().slots()) {
            JsonNode member = members.get(slot.name().replaceAll("\\[.*", ""));
            if (slot.name().contains("[")) {
                assertInside(member, slot);
                continue;
            }
            assertThat(slot.offset()).isEqualTo(member.get("offset").asInt());
            assertThat(slot.bytes()).isEqualTo(member.get("size").asInt());
        }
        call.layout()
                .versionWord()
                .ifPresent((word) -> assertThat(header().get("structVersions")
                                .get(struct.replace("_t", ""))
                                .get("version_value")
                                .asInt())
                        .isEqualTo(word));
    }

    /** An element of an array, {@code array[1]}, or a member of its first, {@code array[0].member}. */
    private static void assertInside(JsonNode array, Slot slot) {
        JsonNode element =
                header().get("structs").get(array.get("type").asString().replaceAll("\\[.*", ""));
        String[] place = slot.name().split("[\\[\\]]\\.?");
        int start = array.get("offset").asInt()
                + Integer.parseInt(place[1]) * element.get("size").asInt();
        JsonNode member = !slot.name().contains(".")
                ? element
                : element.get("fields")
                        .valueStream()
                        .filter((field) -> field.get("name").asString().equals(place[2]))
                        .findFirst()
                        .orElseThrow();

        assertThat(slot.offset()).isEqualTo(start + member.path("offset").asInt(0));
        assertThat(slot.bytes()).isEqualTo(member.get("size").asInt());
    }

    @ParameterizedTest
    @MethodSource("calls")
    void everyGetterExistsWithAsManyArguments(Call call) {
        JsonNode function = header().get("functions").get(call.symbol());

        assertThat(function).as(call.symbol()).isNotNull();
        String arguments = function.get("args").asString();
        int expected = arguments.equals("void") ? 0 : arguments.split(",").length;
        int device = arguments.startsWith("nvmlDevice_t device") ? 1 : 0;
        assertThat(device + call.args().size() + pointers(call)).isEqualTo(expected);
    }

    @Test
    void onlySuffixedNamesAreBound() {
        assertThat(calls().map(Call::symbol))
                .doesNotContainAnyElementsOf(header().get("functionAliases").propertyNames());
    }

    private static int pointers(Call call) {
        return switch (call.layout().passing()) {
            case NOTHING -> 0;
            case STRUCT -> 1;
            case POINTERS -> call.layout().slots().size();
            case BUFFER_AND_LENGTH -> 2;
        };
    }

    private static String written(Layout layout) {
        return layout.slots().stream()
                .map((slot) -> "%s@%d:%d ".formatted(slot.name(), slot.offset(), slot.bytes()))
                .collect(joining("", "", "=" + layout.size()))
                .concat(layout.versionWord().map(" 0x%08x"::formatted).orElse(""));
    }

    private static JsonNode header() {
        assumeTrue(Files.exists(HEADER), "NVIDIA's header in JSON is not here");
        return JsonMapper.shared().readTree(HEADER);
    }
}
