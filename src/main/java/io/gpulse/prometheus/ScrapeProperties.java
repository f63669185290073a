package io.gpulse.prometheus;

import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * The configuration of the pages for Prometheus.
 *
 * @param series what {@code /metrics} has without {@code series=}: full, or core, at most 60 series of a GPU
 * @param dcgm release of dcgm-exporter whose names {@code /metrics/dcgm} has: 4.8, 4.9 or off
 * @param dcgmHostLabel label of the machine's name there: Hostname or hostname; empty: that of the release
 */
@ConfigurationProperties("gpulse.metrics")
record ScrapeProperties(
        @DefaultValue("full") Extent series,
        @DefaultValue("4.8") String dcgm,
        @Nullable String dcgmHostLabel) {

    private static final List<String> HOST_LABELS = List.of("Hostname", "hostname");

    /** How many series a page has. */
    enum Extent {
        CORE,
        FULL
    }

    ScrapeProperties {
        List<String> releases =
                Arrays.stream(DcgmRelease.values()).map(DcgmRelease::word).toList();
        check("dcgm", dcgm, releases);
        if (dcgmHostLabel != null && !dcgmHostLabel.isEmpty()) {
            check("dcgm-host-label", dcgmHostLabel, HOST_LABELS);
        }
    }

    private static void check(String name, String value, List<String> allowed) {
        if (!allowed.contains(value)) {
            throw new IllegalArgumentException("Invalid gpulse.metrics." + name + "=" + value + ": must be one of "
                    + String.join(", ", allowed) + ".");
        }
    }

    DcgmRelease release() {
        return DcgmRelease.of(this.dcgm);
    }

    String hostLabel() {
        return this.dcgmHostLabel == null || this.dcgmHostLabel.isEmpty()
                ? release().hostLabel()
                : this.dcgmHostLabel;
    }
}
