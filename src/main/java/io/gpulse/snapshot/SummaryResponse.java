package io.gpulse.snapshot;

import io.gpulse.device.GpuSample;
import io.gpulse.device.GpuState;
import io.gpulse.device.Snapshot;
import io.gpulse.metric.Metric;
import io.gpulse.metric.Reading;
import io.gpulse.metric.SmiGeneration;
import io.swagger.v3.oas.annotations.media.Schema;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.Function;

/**
 * Three values of each GPU, as a number and as a text. Unknown values are omitted.
 *
 * @param temp Temperature of the GPU in °C.
 * @param usage Memory used in MiB, with the total.
 * @param usedPercent Memory used in percent of the total, with two decimals.
 */
@Schema(name = "Summary")
record SummaryResponse(List<Figure> temp, List<Figure> usage, List<Figure> usedPercent) {

    /** An example for the contract. */
    static final String EXAMPLE = """
        {"temp":[{"data":["72","72C"],"name":0}],
         "usage":[{"data":["8493","8493Mib/15079Mib"],"name":0}],
         "usedPercent":[{"data":["56.32","56.32%"],"name":0}]}
        """;

    static SummaryResponse of(Snapshot snapshot) {
        List<GpuSample> gpus = snapshot.gpus();
        SmiGeneration generation = SmiGeneration.of(snapshot.source().driverVersion());
        return new SummaryResponse(
                figures(gpus, SummaryResponse::temperature),
                figures(gpus, (gpu) -> memory(gpu, generation)),
                figures(gpus, SummaryResponse::share));
    }

    /**
     * One value of one GPU.
     *
     * @param data The number, and the text to show.
     * @param name Index of the GPU.
     */
    @Schema(name = "SummaryFigure")
    record Figure(
            @Schema(example = "[\"72\", \"72C\"]") List<String> data,

            @Schema(example = "0") int name) {}

    private static List<Figure> figures(List<GpuSample> gpus, Function<GpuSample, Optional<List<String>>> figure) {
        return gpus.stream()
                .filter((gpu) -> gpu.state() != GpuState.STALE)
                .flatMap((gpu) -> figure.apply(gpu).map((data) -> new Figure(data, gpu.index())).stream())
                .toList();
    }

    private static Optional<List<String>> temperature(GpuSample gpu) {
        OptionalDouble degrees = gpu.readings().number(Metric.TEMPERATURE_GPU);
        if (degrees.isEmpty()) {
            return Optional.empty();
        }
        String number = Long.toString(Math.round(degrees.getAsDouble()));
        return Optional.of(List.of(number, number + "C"));
    }

    private static Optional<List<String>> memory(GpuSample gpu, SmiGeneration generation) {
        return mebibytes(gpu, Metric.MEMORY_USED, generation)
                .flatMap((used) -> mebibytes(gpu, Metric.MEMORY_TOTAL, generation)
                        .map((total) -> List.of(used, used + "Mib/" + total + "Mib")));
    }

    private static Optional<List<String>> share(GpuSample gpu) {
        OptionalDouble used = gpu.readings().number(Metric.MEMORY_USED);
        OptionalDouble total = gpu.readings().number(Metric.MEMORY_TOTAL);
        if (used.isEmpty() || total.isEmpty() || total.getAsDouble() <= 0) {
            return Optional.empty();
        }
        String percent = String.format(Locale.ROOT, "%.2f", 100 * used.getAsDouble() / total.getAsDouble());
        return Optional.of(List.of(percent, percent + "%"));
    }

    /** Rounds as in the table and the CSV. */
    private static Optional<String> mebibytes(GpuSample gpu, Metric metric, SmiGeneration generation) {
        return gpu.readings()
                .of(metric)
                .filter(Reading.Present.class::isInstance)
                .map((reading) -> metric.spec().printing().cell((Reading.Present) reading, generation));
    }
}
