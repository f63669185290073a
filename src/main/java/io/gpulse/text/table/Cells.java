package io.gpulse.text.table;

import io.gpulse.device.GpuSample;
import io.gpulse.device.Readings;
import io.gpulse.metric.Metric;
import io.gpulse.metric.Reading;
import io.gpulse.text.query.GpuRow;
import io.gpulse.text.query.MigDevice;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.function.Function;
import java.util.stream.Collectors;

/** Readings as cells. Absent values are N/A, never 0. */
final class Cells {

    static final String UNKNOWN = "N/A";

    private Cells() {}

    /** Returns a value in nvidia-smi's format without its unit. */
    static String figure(Readings readings, Metric metric) {
        return readings.of(metric)
                .filter(Reading.Present.class::isInstance)
                .map((reading) -> metric.spec().printing().cell((Reading.Present) reading))
                .orElse(UNKNOWN);
    }

    /** Returns a whole number with a unit. */
    static String whole(Readings readings, Metric metric, String unit) {
        OptionalDouble value = readings.number(metric);
        return value.isPresent() ? Math.round(value.getAsDouble()) + " " + unit : UNKNOWN;
    }

    /** Returns a value of a GPU in nvidia-smi's format without its unit. */
    static String figure(GpuRow row, Metric metric) {
        return row.cell(metric).isValue() ? row.cell(metric).text() : UNKNOWN;
    }

    /** Returns a value of a MIG instance in nvidia-smi's format without its unit. */
    static String figure(MigDevice device, Metric metric) {
        return device.cell(metric).isValue() ? device.cell(metric).text() : UNKNOWN;
    }

    /** Returns part and total in constant width; N/A when both are absent. */
    static String of(String part, String all) {
        if (part.equals(UNKNOWN) && all.equals(UNKNOWN)) {
            return UNKNOWN;
        }
        return " ".repeat(Math.max(0, all.length() - part.length())) + part + " / " + all;
    }

    /** Returns the indexes of the GPUs with each sentence; GPUs with an empty one are left out. */
    static Map<String, List<String>> indexes(List<GpuSample> gpus, Function<GpuSample, String> sentence) {
        return gpus.stream()
                .filter((gpu) -> !sentence.apply(gpu).isBlank())
                .collect(Collectors.groupingBy(
                        sentence,
                        LinkedHashMap::new,
                        Collectors.mapping((gpu) -> Integer.toString(gpu.index()), Collectors.toList())));
    }
}
