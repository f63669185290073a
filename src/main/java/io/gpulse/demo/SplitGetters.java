package io.gpulse.demo;

import static java.util.Map.entry;

import io.gpulse.metric.NvmlNumbers.SamplingType;
import java.util.List;
import java.util.Map;
import java.util.function.BiConsumer;
import java.util.stream.Collectors;

/** The driver's answers about a GPU that is split into MIG instances, where they differ, and about its instances. */
final class SplitGetters {

    private static final int SLOTS = 7;
    private static final long CONTEXT = 18 * Board.MEBIBYTE;

    /** Reported per instance, or by no call at all. */
    private static final List<String> REFUSED = List.of(
            "nvmlDeviceGetUtilizationRates",
            "nvmlDeviceGetEncoderUtilization",
            "nvmlDeviceGetDecoderUtilization",
            "nvmlDeviceGetJpgUtilization",
            "nvmlDeviceGetOfaUtilization",
            "nvmlDeviceGetProcessUtilization",
            "nvmlDeviceGetNvLinkState",
            "nvmlGpmSampleGet");

    static final Map<String, BiConsumer<BoardState, SimulatedCall>> BY_SYMBOL = bySymbol();

    static final Map<String, InstanceGetter> OF_INSTANCE = Map.ofEntries(
            entry("nvmlDeviceGetName", (instance, gpu, out) -> out.with(instance.name())),
            entry("nvmlDeviceGetUUID", (instance, gpu, out) -> out.with(instance.uuid())),
            entry("nvmlDeviceGetGpuInstanceId", (instance, gpu, out) -> out.with(instance.gpuInstance())),
            entry(
                    "nvmlDeviceGetComputeInstanceId",
                    (instance, gpu, out) -> out.with(SplitBoard.Instance.COMPUTE_INSTANCE)),
            entry("nvmlDeviceGetMemoryInfo", SplitGetters::memory),
            entry("nvmlDeviceGetMemoryInfo_v2", SplitGetters::memory),
            entry("nvmlDeviceGetBAR1MemoryInfo", SplitGetters::bar1),
            entry("nvmlDeviceGetAttributes_v2", SplitGetters::attributes),
            entry("nvmlDeviceGetTotalEccErrors", (instance, gpu, out) -> out.with(0)),
            entry("nvmlDeviceGetComputeRunningProcesses_v3", SimulatedProcesses::ofInstance),
            entry("nvmlDeviceGetGraphicsRunningProcesses_v3", SimulatedProcesses::noneInInstance),
            entry("nvmlDeviceGetMPSComputeRunningProcesses_v3", SimulatedProcesses::noneInInstance));

    /** An answer about an instance of a split GPU. */
    interface InstanceGetter {
        void accept(SplitBoard.Instance instance, BoardState gpu, SimulatedCall out);
    }

    private SplitGetters() {}

    private static Map<String, BiConsumer<BoardState, SimulatedCall>> bySymbol() {
        Map<String, BiConsumer<BoardState, SimulatedCall>> getters =
                REFUSED.stream().collect(Collectors.toMap((symbol) -> symbol, (symbol) -> SplitGetters::refuse));
        getters.put(
                "nvmlDeviceGetMigMode", (gpu, out) -> out.with("currentMode", 1).with("pendingMode", 1));
        getters.put("nvmlDeviceGetMaxMigDeviceCount", (gpu, out) -> out.with(SLOTS));
        getters.put("nvmlDeviceGetMigDeviceHandleByIndex", SplitGetters::handle);
        getters.put("nvmlDeviceGetSamples", SplitGetters::samples);
        getters.put("nvmlDeviceGetComputeRunningProcesses_v3", SimulatedProcesses::inInstances);
        return getters;
    }

    private static void refuse(BoardState gpu, SimulatedCall out) {
        out.refuse(SimulatedCall.NOT_SUPPORTED);
    }

    private static void handle(BoardState gpu, SimulatedCall out) {
        SplitBoard.instanceIn(out.argument())
                .ifPresentOrElse((instance) -> out.with(instance.handle()), () -> out.refuse(SimulatedCall.NOT_FOUND));
    }

    private static void samples(BoardState gpu, SimulatedCall out) {
        if (out.argument() == SamplingType.TOTAL_POWER.number()) {
            SimulatedSamples.answer(gpu, out);
        } else {
            out.refuse(SimulatedCall.NOT_SUPPORTED);
        }
    }

    /** Returns what the process of an instance holds, without what its context does. */
    static long memoryOfProcess(SplitBoard.Instance instance, BoardState gpu) {
        return Math.max(0, memoryUsed(instance, gpu) - CONTEXT);
    }

    private static long memoryUsed(SplitBoard.Instance instance, BoardState gpu) {
        return instance.state(gpu).memoryUsed();
    }

    private static void memory(SplitBoard.Instance instance, BoardState gpu, SimulatedCall out) {
        long used = memoryUsed(instance, gpu);
        out.with("total", instance.memory()).with("used", used).with("free", instance.memory() - used);
    }

    private static void bar1(SplitBoard.Instance instance, BoardState gpu, SimulatedCall out) {
        long total = instance.profile().bar1() * Board.MEBIBYTE;
        out.with("bar1Total", total).with("bar1Free", total);
    }

    private static void attributes(SplitBoard.Instance instance, BoardState gpu, SimulatedCall out) {
        SplitBoard.Profile profile = instance.profile();
        out.with("multiprocessorCount", profile.multiprocessors())
                .with("sharedCopyEngineCount", profile.slices())
                .with("sharedDecoderCount", profile.slices())
                .with("sharedJpegCount", profile.slices())
                .with("gpuInstanceSliceCount", profile.slices())
                .with("computeInstanceSliceCount", profile.slices())
                .with("memorySizeMB", profile.mebibytes());
    }
}
