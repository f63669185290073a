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
@Schema(name = "CatalogueEntry", description = "A metric: what it is called, what it means, where it comes from.")
record CatalogueEntry(
        @Schema(
                description = "Its name everywhere; nvidia-smi's `--query-gpu` name wherever one exists.",
                example = "power.draw")
        String key,

        @Schema(description = "Its name for people.", example = "Power draw")
        String title,

        @Schema(description = "Unit of its values; empty for a bare number or a word.", example = "W")
        String unit,

        @Schema(
                description =
                        "GAUGE (goes up and down), COUNTER (only grows), STATE (a number that stands for a word) or"
                                + " TEXT (a word).",
                example = "GAUGE")
        Kind kind,

        @Schema(description = "What it is asked of.", example = "GPU")
        Scope scope,

        @Schema(description = "Where the dashboard shows it.", example = "RESOURCES")
        Panel panel,

        @Schema(
                description = "How often it is asked for: FAST (every round), SLOW (every 10 s) or ONCE (per driver"
                        + " session).",
                example = "FAST")
        Cadence cadence,

        @Schema(
                description = "The time that a figure is about; null when it is of the instant of asking, or counts.",
                example = "1 s")
        @Nullable
        String window,

        @Schema(description = "The call or file that it comes from.", example = "nvmlDeviceGetPowerUsage")
        String source,

        @Schema(description = "What it means.", example = "Power drawn by the board.")
        String help,

        @Schema(
                description = "What would make it present, by the reason of its absence.",
                example = "{\"DRIVER_TOO_OLD\":\"Install a newer NVIDIA driver.\"}")
        Map<Reason, String> remedies,

        @Schema(description = "What nvidia-smi heads the column with.", example = "power.draw [W]")
        String header,

        @Schema(
                description =
                        "The property of nvidia-smi's `--query-gpu` that reports it; null where nvidia-smi has none."
                                + " `/query` takes the key in any case.",
                example = "power.draw")
        @Nullable
        String nvidiaSmiName,

        @Schema(
                description = "What its time series is called at `/metrics`, in the base unit (ratio, bytes, hertz);"
                        + " null for a word and for what there is one of per process.",
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
                metric.spec().nvidiaSmiName().orElse(null),
                spec.prometheusName().orElse(null));
    }
}
