package io.gpulse.demo;

import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.IntFunction;

/** The driver's answers about itself and the list of GPUs. */
final class DriverGetters {

    private DriverGetters() {}

    /**
     * Returns the answers of a driver with a number of GPUs, by symbol.
     *
     * @param names the names of processes, by PID
     */
    static Map<String, Consumer<SimulatedCall>> bySymbol(int gpus, IntFunction<Optional<String>> names) {
        return Map.of(
                "nvmlInit_v2", DriverGetters::agree,
                "nvmlShutdown", DriverGetters::agree,
                "nvmlSystemGetDriverVersion", (out) -> out.with("580.95.05"),
                "nvmlSystemGetNVMLVersion", (out) -> out.with("13.580.95.05"),
                "nvmlSystemGetCudaDriverVersion_v2", (out) -> out.with(13_000),
                "nvmlDeviceGetCount_v2", (out) -> out.with(gpus),
                "nvmlSystemGetProcessName",
                        (out) -> names.apply(out.argument())
                                .ifPresentOrElse(out::with, () -> out.refuse(SimulatedCall.NOT_FOUND)),
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

    private static void agree(SimulatedCall out) {
        // The code alone is the answer.
    }
}
