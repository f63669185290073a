package io.gpulse.text.table;

import io.gpulse.device.Diagnosis;
import io.gpulse.device.HostSample;
import io.gpulse.device.Snapshot;
import io.gpulse.device.Source;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Locale;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The GPUs and their processes as ASCII text for a terminal. Ends with a line break.
 *
 * @param columns maximum width of a line
 * @param diagnosis steps for missing GPUs
 * @param remark a sentence below the GPUs; may be empty
 */
public record TextTable(int columns, Diagnosis diagnosis, String remark) {

    /** The default width of a terminal. */
    public static final int USUAL_COLUMNS = 80;

    private static final DateTimeFormatter TIME = DateTimeFormatter.ofPattern("uuuu-MM-dd HH:mm:ss 'UTC'", Locale.ROOT)
            .withZone(ZoneOffset.UTC);

    public String of(Snapshot snapshot) {
        TerminalText page = new TerminalText(this.columns);
        snapshot.source().caution().ifPresent(page::paragraph);
        head(snapshot, page);
        page.gap();
        if (snapshot.gpus().isEmpty()) {
            explainMissingGpus(snapshot.source().reason(), page);
        } else {
            body(snapshot, page);
        }
        return page.toString();
    }

    static String time(Instant instant) {
        return TIME.format(instant);
    }

    private static void head(Snapshot snapshot, TerminalText page) {
        HostSample host = snapshot.host();
        page.ends("gpulse" + (host == null ? "" : " on " + host.hostname()), time(snapshot.takenAt()));
        Source source = snapshot.source();
        page.paragraph("Driver " + known(source.driverVersion()) + ", NVML " + known(source.nvmlVersion()) + ", CUDA "
                + known(source.cudaVersion()));
    }

    private static String known(@Nullable String version) {
        return Objects.requireNonNullElse(version, Cells.UNKNOWN);
    }

    private void body(Snapshot snapshot, TerminalText page) {
        GpuTable gpus = new GpuTable(snapshot);
        page.table(gpus.grid(this.columns));
        gpus.remarks().forEach(page::paragraph);
        if (snapshot.source().reason() != null) {
            page.paragraph(snapshot.source().reason());
        }
        if (!this.remark.isEmpty()) {
            page.paragraph(this.remark);
        }
        MigTable instances = new MigTable(snapshot);
        if (!instances.isEmpty()) {
            page.gap();
            page.table(instances.grid());
        }
        page.gap();
        GpuProcessTable processes = new GpuProcessTable(snapshot.gpus());
        if (!processes.isEmpty()) {
            page.table(processes.grid());
        }
        processes.remarks().forEach(page::paragraph);
    }

    private void explainMissingGpus(@Nullable String reason, TerminalText page) {
        page.paragraph("There are no GPUs to show. " + (reason == null ? "" : reason));
        for (Diagnosis.Step step : this.diagnosis.steps()) {
            page.paragraph("Next: " + step.title());
            if (step.command() != null) {
                page.command(step.command());
            }
        }
    }
}
