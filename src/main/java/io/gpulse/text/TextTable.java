package io.gpulse.text;

import io.gpulse.device.Diagnosis;
import io.gpulse.device.GpuIdentity;
import io.gpulse.device.GpuSample;
import io.gpulse.device.GpuState;
import io.gpulse.device.Snapshot;
import io.gpulse.metric.Metric;
import io.gpulse.metric.Reading;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** The GPUs at a glance, for a terminal of 80 columns. */
public final class TextTable {

    private static final String UNKNOWN = "N/A";
    private static final String DEMO = "DEMO: these GPUs do not exist; every number is simulated.";
    private static final DateTimeFormatter TIME = DateTimeFormatter.ofPattern("uuuu-MM-dd HH:mm:ss 'UTC'", Locale.ROOT)
            .withZone(ZoneOffset.UTC);

    private TextTable() {}

    /** Ends with a line break. */
    public static String of(Snapshot snapshot, Diagnosis diagnosis) {
        Page page = new Page();
        if (snapshot.source().simulated()) {
            page.paragraph(DEMO);
        }
        if (snapshot.gpus().isEmpty()) {
            sayWhy(snapshot.source().reason(), diagnosis, page);
            return page.toString();
        }
        Grid grid = new Grid("GPU", "Name", "Utilization", "Memory used / total", "Power");
        snapshot.gpus().forEach((gpu) -> add(gpu, grid));
        page.lines(grid.lines());
        if (snapshot.source().reason() != null) {
            page.paragraph(snapshot.source().reason());
        }
        return page.toString();
    }

    private static void sayWhy(@Nullable String reason, Diagnosis diagnosis, Page page) {
        page.paragraph("There are no GPUs to show. " + (reason == null ? "" : reason));
        for (Diagnosis.Step step : diagnosis.steps()) {
            page.paragraph("Next: " + step.title());
            if (step.command() != null) {
                page.lines(List.of("    " + step.command()));
            }
        }
    }

    private static void add(GpuSample gpu, Grid grid) {
        GpuIdentity identity = gpu.identity();
        String name = identity == null ? UNKNOWN : identity.name();
        String index = Integer.toString(gpu.index());
        if (gpu.state() == GpuState.OK) {
            grid.row(index, name, cell(gpu, Metric.UTILIZATION_GPU), memory(gpu), cell(gpu, Metric.POWER_DRAW));
        } else {
            grid.sentence(index, name, standing(gpu));
        }
    }

    private static String standing(GpuSample gpu) {
        String detail = gpu.condition().detail();
        String since = gpu.state() + " since " + TIME.format(gpu.condition().since());
        return detail == null ? since : since + ": " + detail;
    }

    private static String memory(GpuSample gpu) {
        String used = figure(gpu, Metric.MEMORY_USED);
        String total = figure(gpu, Metric.MEMORY_TOTAL);
        return used.equals(UNKNOWN) && total.equals(UNKNOWN)
                ? UNKNOWN
                : used + " / " + total + " " + unit(Metric.MEMORY_TOTAL);
    }

    private static String cell(GpuSample gpu, Metric metric) {
        String figure = figure(gpu, metric);
        return figure.equals(UNKNOWN) ? figure : figure + " " + unit(metric);
    }

    private static String figure(GpuSample gpu, Metric metric) {
        return gpu.readings()
                .of(metric)
                .filter(Reading.Present.class::isInstance)
                .map((reading) -> metric.spec().printing().cell((Reading.Present) reading))
                .orElse(UNKNOWN);
    }

    private static String unit(Metric metric) {
        return metric.spec().printing().unit();
    }
}
