package io.gpulse.demo;

import static java.util.Map.entry;

import io.gpulse.metric.NvmlNumbers.MemoryLocation;
import java.util.List;
import java.util.Map;
import java.util.function.BiConsumer;
import java.util.function.Function;
import java.util.function.ToLongFunction;

/** The driver's answers about a GPU, one line for each symbol. */
final class BoardGetters {

    private static final long HOPPER = 9;

    /** The kind of device at the other end of the NVLinks. */
    private static final long SWITCH = 2;

    /** By NVML's brands. */
    private static final long NVIDIA = 14;

    /** By NVML's states of the fabric. */
    private static final long JOINED = 3;

    /** By NVML's clock types: graphics, SM, memory, video. */
    private static final List<Long> MAX_CLOCKS =
            List.of(Board.SM_MEGAHERTZ, Board.SM_MEGAHERTZ, Board.MEMORY_MEGAHERTZ, Board.VIDEO_MEGAHERTZ);

    static final Map<String, BiConsumer<BoardState, SimulatedCall>> BY_SYMBOL =
            Map.<String, BiConsumer<BoardState, SimulatedCall>>ofEntries(
                    entry("nvmlDeviceGetName", word((gpu) -> Board.NAME)),
                    entry("nvmlDeviceGetUUID", word((gpu) -> gpu.board().uuid())),
                    entry("nvmlDeviceGetSerial", word((gpu) -> gpu.board().serial())),
                    entry("nvmlDeviceGetVbiosVersion", word((gpu) -> "96.00.00.00.00")),
                    entry(
                            "nvmlDeviceGetMinorNumber",
                            number((gpu) -> gpu.board().index())),
                    entry("nvmlDeviceGetArchitecture", number((gpu) -> HOPPER)),
                    entry(
                            "nvmlDeviceGetCudaComputeCapability",
                            (gpu, out) -> out.with("major", 9).with("minor", 0)),
                    entry("nvmlDeviceGetPciInfo_v3", BoardGetters::pci),
                    entry(
                            "nvmlDeviceGetUtilizationRates",
                            (gpu, out) -> out.with("gpu", gpu.utilization()).with("memory", gpu.memoryUtilization())),
                    entry("nvmlDeviceGetMemoryInfo", BoardGetters::memory),
                    entry("nvmlDeviceGetMemoryInfo_v2", BoardGetters::memoryV2),
                    entry("nvmlDeviceGetTemperature", oneOf((gpu) -> List.of(gpu.temperature()))),
                    entry("nvmlDeviceGetFanSpeed", BoardGetters::lacking),
                    entry("nvmlDeviceGetPowerUsage", number(BoardState::power)),
                    entry("nvmlDeviceGetPowerManagementLimit", number(BoardState::powerLimit)),
                    entry("nvmlDeviceGetEnforcedPowerLimit", number(BoardState::powerLimit)),
                    entry("nvmlDeviceGetTotalEnergyConsumption", number(BoardState::energy)),
                    entry("nvmlDeviceGetClockInfo", oneOf(BoardGetters::clocks)),
                    entry("nvmlDeviceGetMaxClockInfo", oneOf((gpu) -> MAX_CLOCKS)),
                    entry("nvmlDeviceGetPerformanceState", number((gpu) -> 0)),
                    entry("nvmlDeviceGetCurrentClocksEventReasons", number(BoardState::eventReasons)),
                    entry("nvmlDeviceGetCurrentClocksThrottleReasons", number(BoardState::eventReasons)),
                    entry("nvmlDeviceGetCurrPcieLinkGeneration", number((gpu) -> Board.PCIE_GENERATION)),
                    entry("nvmlDeviceGetMaxPcieLinkGeneration", number((gpu) -> Board.PCIE_GENERATION)),
                    entry("nvmlDeviceGetCurrPcieLinkWidth", number(BoardState::lanes)),
                    entry("nvmlDeviceGetMaxPcieLinkWidth", number((gpu) -> Board.LANES)),
                    entry("nvmlDeviceGetGpuMaxPcieLinkGeneration", number((gpu) -> Board.PCIE_GENERATION)),
                    entry("nvmlDeviceGetPcieReplayCounter", number((gpu) -> 0)),
                    entry("nvmlDeviceGetEncoderUtilization", BoardGetters::idleEngine),
                    entry("nvmlDeviceGetDecoderUtilization", BoardGetters::idleEngine),
                    entry("nvmlDeviceGetJpgUtilization", BoardGetters::idleEngine),
                    entry("nvmlDeviceGetOfaUtilization", BoardGetters::idleEngine),
                    entry("nvmlDeviceGetEncoderStats", BoardGetters::zeros),
                    entry("nvmlDeviceGetFBCStats", BoardGetters::zeros),
                    entry(
                            "nvmlDeviceGetBAR1MemoryInfo",
                            (gpu, out) -> out.with("bar1Total", Board.BAR1)
                                    .with("bar1Used", Board.MEBIBYTE)
                                    .with("bar1Free", Board.BAR1 - Board.MEBIBYTE)),
                    entry(
                            "nvmlDeviceGetMarginTemperature",
                            (gpu, out) -> out.with("marginTemperature", Board.SLOWDOWN_CELSIUS - gpu.temperature())),
                    entry("nvmlDeviceGetTemperatureThreshold", BoardGetters::lacking),
                    entry("nvmlDeviceGetPowerManagementDefaultLimit", number((gpu) -> Board.POWER_LIMIT_MILLIWATTS)),
                    entry(
                            "nvmlDeviceGetPowerManagementLimitConstraints",
                            (gpu, out) -> out.with("minLimit", Board.LEAST_MILLIWATTS)
                                    .with("maxLimit", Board.POWER_LIMIT_MILLIWATTS)),
                    entry("nvmlDeviceGetSupportedClocksEventReasons", number((gpu) -> 0x1ff)),
                    entry(
                            "nvmlDeviceGetEccMode",
                            (gpu, out) -> out.with("current", 1).with("pending", 1)),
                    entry("nvmlDeviceGetTotalEccErrors", number((gpu) -> 0)),
                    entry("nvmlDeviceGetMemoryErrorCounter", BoardGetters::eccErrors),
                    entry("nvmlDeviceGetRetiredPagesPendingStatus", BoardGetters::lacking),
                    entry("nvmlDeviceGetRemappedRows", BoardGetters::zeros),
                    entry("nvmlDeviceGetPersistenceMode", number((gpu) -> 1)),
                    entry("nvmlDeviceGetComputeMode", number((gpu) -> 0)),
                    entry("nvmlDeviceGetAccountingMode", number((gpu) -> 0)),
                    entry("nvmlDeviceGetAccountingBufferSize", number((gpu) -> 4000)),
                    entry("nvmlDeviceGetAddressingMode", BoardGetters::zeros),
                    entry("nvmlDeviceGetGpuOperationMode", BoardGetters::lacking),
                    entry("nvmlDeviceGetDisplayMode", number((gpu) -> 0)),
                    entry("nvmlDeviceGetPowerManagementMode", number((gpu) -> 1)),
                    entry(
                            "nvmlDeviceGetGspFirmwareMode",
                            (gpu, out) -> out.with("isEnabled", 1).with("defaultMode", 1)),
                    entry("nvmlDeviceGetC2cModeInfoV", BoardGetters::zeros),
                    entry("nvmlDeviceGetConfComputeProtectedMemoryUsage", BoardGetters::zeros),
                    entry("nvmlDeviceGetSramEccErrorStatus", BoardGetters::zeros),
                    entry(
                            "nvmlDeviceGetRowRemapperHistogram",
                            (gpu, out) -> out.with("max", Board.SPARE_BANKS).with("none", 0)),
                    entry(
                            "nvmlDeviceGetPciInfoExt",
                            (gpu, out) ->
                                    out.with("baseClass", Board.PCI_DISPLAY).with("subClass", Board.PCI_COMPUTES)),
                    entry("nvmlDeviceGetMigMode", BoardGetters::zeros),
                    entry("nvmlDeviceGetMultiGpuBoard", number((gpu) -> 0)),
                    entry(
                            "nvmlDeviceGetBoardId",
                            number((gpu) -> (long) gpu.board().bus() << 8)),
                    entry("nvmlDeviceGetMemoryBusWidth", number((gpu) -> Board.MEMORY_BUS_BITS)),
                    entry("nvmlDeviceGetNumGpuCores", number((gpu) -> Board.CUDA_CORES)),
                    entry("nvmlDeviceGetMaxCustomerBoostClock", oneOf((gpu) -> MAX_CLOCKS)),
                    entry("nvmlDeviceGetDefaultEccMode", number((gpu) -> 1)),
                    entry("nvmlDeviceGetVirtualizationMode", number((gpu) -> 0)),
                    entry("nvmlDeviceGetRepairStatus", BoardGetters::zeros),
                    entry("nvmlDeviceGetUnrepairableMemoryFlag_v1", BoardGetters::zeros),
                    entry("nvmlDeviceGetGspFirmwareVersion", word((gpu) -> "demo")),
                    entry("nvmlDeviceGetBoardPartNumber", word((gpu) -> "DEMO-H100-SXM")),
                    entry("nvmlDeviceGetInforomImageVersion", word((gpu) -> "G520.DEMO")),
                    entry("nvmlDeviceGetInforomVersion", word((gpu) -> "2.1")),
                    entry("nvmlDeviceGetNumaNodeId", BoardGetters::lacking),
                    entry("nvmlDeviceGetNvLinkState", BoardGetters::link),
                    entry("nvmlDeviceGetNvLinkRemoteDeviceType", number((gpu) -> SWITCH)),
                    entry("nvmlDeviceGetCpuAffinity", (gpu, out) -> DemoPairs.processors(gpu.board(), out)),
                    entry("nvmlDeviceGetMemoryAffinity", (gpu, out) -> DemoPairs.numaNode(gpu.board(), out)),
                    entry("nvmlDeviceGetTopologyCommonAncestor", (gpu, out) -> DemoPairs.ancestor(gpu.board(), out)),
                    entry("nvmlDeviceGetP2PStatus", number((gpu) -> 0)),
                    entry(
                            "nvmlDeviceGetGpuFabricInfoV",
                            (gpu, out) -> out.with("state", JOINED).with("status", SimulatedCall.SUCCESS)),
                    entry("nvmlDeviceGetBrand", number((gpu) -> NVIDIA)),
                    entry("nvmlDeviceGetDisplayActive", number((gpu) -> 0)),
                    entry("nvmlGpmQueryDeviceSupport", (gpu, out) -> out.with("isSupportedDevice", 1)),
                    entry("nvmlDeviceGetSamples", SimulatedSamples::answer),
                    entry("nvmlDeviceGetComputeRunningProcesses_v3", SimulatedProcesses::compute),
                    entry("nvmlDeviceGetGraphicsRunningProcesses_v3", SimulatedProcesses::none),
                    entry("nvmlDeviceGetMPSComputeRunningProcesses_v3", SimulatedProcesses::none),
                    entry("nvmlDeviceGetProcessUtilization", SimulatedProcesses::utilization),
                    entry("nvmlDeviceGetFieldValues", FieldValues::fill));

    private BoardGetters() {}

    private static List<Long> clocks(BoardState gpu) {
        return List.of(gpu.smClock(), gpu.smClock(), Board.MEMORY_MEGAHERTZ, gpu.videoClock());
    }

    /** Sets the memory of the older getter, in which the driver's reserve is used memory. */
    private static void memory(BoardState gpu, SimulatedCall out) {
        out.with("total", Board.MEMORY)
                .with("used", Board.RESERVED + gpu.memoryUsed())
                .with("free", gpu.memoryFree());
    }

    private static void memoryV2(BoardState gpu, SimulatedCall out) {
        out.with("total", Board.MEMORY)
                .with("reserved", Board.RESERVED)
                .with("used", gpu.memoryUsed())
                .with("free", gpu.memoryFree());
    }

    private static void pci(BoardState gpu, SimulatedCall out) {
        out.with("busIdLegacy", gpu.board().pciBusId(4))
                .with("domain", 0)
                .with("bus", gpu.board().bus())
                .with("device", 0)
                .with("pciDeviceId", Board.PCI_DEVICE)
                .with("pciSubSystemId", Board.PCI_SUBSYSTEM)
                .with("busId", gpu.board().pciBusId(8));
    }

    private static void link(BoardState gpu, SimulatedCall out) {
        if (out.argument() < 0 || out.argument() >= Board.LINKS) {
            out.refuse(SimulatedCall.INVALID_ARGUMENT);
        } else {
            out.with(1);
        }
    }

    /** Leaves all members 0, as they are in new memory. */
    private static void zeros(BoardState gpu, SimulatedCall out) {
        // The code alone is the answer.
    }

    private static void idleEngine(BoardState gpu, SimulatedCall out) {
        out.with("utilization", 0).with("samplingPeriodUs", 167_000);
    }

    /** Sets the error counts; the board counts errors of all caches together. */
    private static void eccErrors(BoardState gpu, SimulatedCall out) {
        int location = out.argument(2);
        if (location == MemoryLocation.DRAM.number() || location == MemoryLocation.SRAM.number()) {
            out.with(0);
        } else {
            out.refuse(SimulatedCall.NOT_SUPPORTED);
        }
    }

    /** Refuses the calls that the real board does not support. */
    private static void lacking(BoardState gpu, SimulatedCall out) {
        out.refuse(SimulatedCall.NOT_SUPPORTED);
    }

    private static BiConsumer<BoardState, SimulatedCall> number(ToLongFunction<BoardState> figure) {
        return (gpu, out) -> out.with(figure.applyAsLong(gpu));
    }

    private static BiConsumer<BoardState, SimulatedCall> word(Function<BoardState, String> word) {
        return (gpu, out) -> out.with(word.apply(gpu));
    }

    /** Selects a getter by the argument of the call. */
    private static BiConsumer<BoardState, SimulatedCall> oneOf(Function<BoardState, List<Long>> figures) {
        return (gpu, out) -> out.withOneOf(figures.apply(gpu));
    }
}
