package io.gpulse.demo;

import static java.util.Map.entry;

import java.util.Map;
import java.util.Optional;
import java.util.function.ObjIntConsumer;

/** The driver's answers about itself and the list of GPUs, by symbol; each gets the number of GPUs. */
final class DriverGetters {

    private static final Map<String, ObjIntConsumer<SimulatedCall>> BY_SYMBOL = Map.ofEntries(
            entry("nvmlInit_v2", DriverGetters::agree),
            entry("nvmlShutdown", DriverGetters::agree),
            entry("nvmlSystemGetDriverVersion", (out, gpus) -> out.with("580.95.05")),
            entry("nvmlSystemGetNVMLVersion", (out, gpus) -> out.with("13.580.95.05")),
            entry("nvmlSystemGetCudaDriverVersion_v2", (out, gpus) -> out.with(13_000)),
            entry("nvmlDeviceGetCount_v2", (out, gpus) -> out.with(gpus)),
            entry("nvmlSystemGetProcessName", DriverGetters::processName),
            entry("nvmlDeviceGetHandleByIndex_v2", DriverGetters::handle));

    private DriverGetters() {}

    static Optional<ObjIntConsumer<SimulatedCall>> named(String symbol) {
        return Optional.ofNullable(BY_SYMBOL.get(symbol));
    }

    /** Returns the handle of a GPU; 0 means none. */
    static long handleOf(int index) {
        return index + 1L;
    }

    private static void handle(SimulatedCall out, int gpus) {
        int index = out.argument();
        if (index < 0 || index >= gpus) {
            out.refuse(SimulatedCall.INVALID_ARGUMENT);
            return;
        }
        out.with(handleOf(index));
    }

    private static void processName(SimulatedCall out, int gpus) {
        Job.nameOf(out.argument()).ifPresentOrElse(out::with, () -> out.refuse(SimulatedCall.NOT_FOUND));
    }

    private static void agree(SimulatedCall out, int gpus) {
        // The code alone is the answer.
    }
}
