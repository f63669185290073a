package io.gpulse.demo;

import java.util.Map;
import java.util.function.Consumer;

/** The driver's answers about itself and the list of GPUs. */
final class DriverGetters {

    private DriverGetters() {}

    /** Returns the answers of a driver with a number of GPUs, by symbol. */
    static Map<String, Consumer<SimulatedCall>> bySymbol(int gpus) {
        return Map.of(
                "nvmlInit_v2", DriverGetters::agree,
                "nvmlShutdown", DriverGetters::agree,
                "nvmlSystemGetDriverVersion", (out) -> out.with("580.95.05"),
                "nvmlSystemGetNVMLVersion", (out) -> out.with("13.580.95.05"),
                "nvmlSystemGetCudaDriverVersion_v2", (out) -> out.with(13_000),
                "nvmlDeviceGetCount_v2", (out) -> out.with(gpus),
                "nvmlSystemGetProcessName", DriverGetters::processName,
                "nvmlDeviceGetHandleByIndex_v2", (out) -> handle(out, gpus));
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

    private static void processName(SimulatedCall out) {
        Job.nameOf(out.argument()).ifPresentOrElse(out::with, () -> out.refuse(SimulatedCall.NOT_FOUND));
    }

    private static void agree(SimulatedCall out) {
        // The code alone is the answer.
    }
}
