package io.gpulse.status;

import io.gpulse.metric.Cadence;
import io.gpulse.metric.Kind;
import io.gpulse.metric.Metric;
import io.gpulse.metric.MetricSpec;
import io.gpulse.metric.Panel;
import io.gpulse.metric.Reason;
import io.gpulse.metric.Scope;
import io.swagger.v3.oas.annotations.media.Schema;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A row of the catalogue. */
@Schema(name = "CatalogueEntry", description = "A metric: name, meaning, source.")
record CatalogueEntry(
        @Schema(
                description = "Its key; the name in nvidia-smi's `--query-gpu` where there is one.",
                example = "power.draw")
        String key,

        @Schema(description = "Name for people.", example = "Power draw")
        String title,

        @Schema(description = "Unit of its values; empty for a plain number or a word.", example = "W")
        String unit,

        @Schema(
                description =
                        "GAUGE (goes up and down), COUNTER (only grows), STATE (a number that means a word) or TEXT (a"
                                + " word).",
                example = "GAUGE")
        Kind kind,

        @Schema(description = "The kind of subject it is read from.", example = "GPU")
        Scope scope,

        @Schema(description = "Its panel in the dashboard.", example = "RESOURCES")
        Panel panel,

        @Schema(
                description =
                        "How often it is read: FAST (every round), SLOW (every 10 s) or ONCE (per driver session).",
                example = "FAST")
        Cadence cadence,

        @Schema(
                description = "Time span that a value covers; null for a momentary value and for a counter.",
                example = "1 s")
        @Nullable
        String window,

        @Schema(description = "The call or file that reports it.", example = "nvmlDeviceGetPowerUsage")
        String source,

        @Schema(description = "Meaning.", example = "Power drawn by the board.")
        String help,

        @Schema(
                description = "Remedy by reason of absence.",
                example = "{\"DRIVER_TOO_OLD\":\"Install a newer NVIDIA driver.\"}")
        Map<Reason, String> remedies,

        @Schema(description = "Column header of nvidia-smi.", example = "power.draw [W]")
        String header,

        @Schema(
                description =
                        "The property of nvidia-smi's `--query-gpu` that reports it; null where nvidia-smi has none."
                                + " `/query` takes the key in any case.",
                example = "power.draw")
        @Nullable
        String nvidiaSmiName,

        @Schema(
                description =
                        "Name of its time series at `/metrics`, in the base unit (ratio, bytes, hertz); null for a"
                                + " word and for a value of a process.",
                example = "gpulse_gpu_power_draw_watts")
        @Nullable
        String prometheusName) {

    static CatalogueEntry of(Metric metric) {
        MetricSpec spec = metric.spec();
        Map<Reason, String> remedies = new LinkedHashMap<>();
        Arrays.stream(Reason.values()).forEach((reason) -> remedies.put(reason, spec.remedy(reason)));
        return new CatalogueEntry(
                spec.key(),
                spec.title(),
                spec.unit().symbol(),
                spec.kind(),
                spec.scope(),
                spec.panel(),
                spec.cadence(),
                spec.window().isEmpty() ? null : spec.window(),
                spec.source(),
                spec.help(),
                remedies,
                spec.header(),
                spec.nvidiaSmiName().orElse(null),
                spec.prometheusName().orElse(null));
    }
}
