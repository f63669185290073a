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

/**
 * A metric: name, meaning, source.
 *
 * @param key Its key; the name in nvidia-smi's `--query-gpu` where there is one.
 * @param title Name for people.
 * @param unit Unit of its values; empty for a plain number or a word.
 * @param kind GAUGE (goes up and down), COUNTER (only grows), STATE (a number that means a word) or TEXT (a word).
 * @param scope The kind of subject it is read from.
 * @param panel Its panel in the dashboard.
 * @param cadence How often it is read: FAST (every round), SLOW (every 10 s) or ONCE (per driver session).
 * @param window Time span that a value covers; null for a momentary value and for a counter.
 * @param source The call or file that reports it.
 * @param help Meaning.
 * @param remedies Remedy by reason of absence.
 * @param header Column header of nvidia-smi.
 * @param nvidiaSmiName The property of nvidia-smi's `--query-gpu` that reports it; null where nvidia-smi has none.
 *     `/query` takes the key in any case.
 * @param prometheusName Name of its time series at `/metrics`, in the base unit (ratio, bytes, hertz); null for a word
 *     and for a value of a process.
 */
@Schema(name = "CatalogueEntry")
record CatalogueEntry(
        @Schema(example = "power.draw") String key,

        @Schema(example = "Power draw") String title,

        @Schema(example = "W") String unit,

        @Schema(example = "GAUGE") Kind kind,

        @Schema(example = "GPU") Scope scope,

        @Schema(example = "RESOURCES") Panel panel,

        @Schema(example = "FAST") Cadence cadence,

        @Schema(example = "1 s") @Nullable String window,

        @Schema(example = "nvmlDeviceGetPowerUsage") String source,

        @Schema(example = "Power drawn by the board.") String help,

        @Schema(example = "{\"DRIVER_TOO_OLD\":\"Install a newer NVIDIA driver.\"}")
        Map<Reason, String> remedies,

        @Schema(example = "power.draw [W]") String header,

        @Schema(example = "power.draw") @Nullable String nvidiaSmiName,

        @Schema(example = "gpulse_gpu_power_draw_watts") @Nullable
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
