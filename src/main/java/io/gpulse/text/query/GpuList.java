package io.gpulse.text.query;

import io.gpulse.device.GpuSample;
import io.gpulse.device.MigSample;
import io.gpulse.device.Snapshot;
import io.gpulse.metric.Metric;
import java.util.Locale;
import java.util.Objects;
import java.util.function.Predicate;

/** {@code nvidia-smi -L}: a line per GPU, and one per MIG instance. */
public record GpuList() implements SmiOutput {

    @Override
    public String of(Snapshot snapshot, Predicate<GpuSample> wanted) {
        StringBuilder lines = new StringBuilder();
        snapshot.gpus().stream()
                .filter(wanted)
                .map((gpu) -> GpuRow.of(snapshot, gpu, GpuRow.Sheet.LOG))
                .forEach((row) -> add(row, lines));
        return lines.toString();
    }

    private static void add(GpuRow row, StringBuilder lines) {
        lines.append(line(row));
        MigDevice.of(row).forEach((device) -> lines.append(line(device.index(), device.sample())));
    }

    static String line(GpuRow row) {
        return String.format(
                Locale.ROOT,
                "GPU %d: %s (UUID: %s)\n",
                row.gpu().index(),
                row.cell(Metric.NAME).plain(),
                row.cell(Metric.UUID).plain());
    }

    private static String line(int index, MigSample instance) {
        String profile = Objects.requireNonNullElse(instance.profile(), Cell.NOT_AVAILABLE);
        return String.format(Locale.ROOT, "  MIG %-11s Device %2d: (UUID: %s)\n", profile, index, instance.uuid());
    }
}
