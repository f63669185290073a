package io.gpulse.nvml.probe;

import io.gpulse.metric.DriverVersion;
import io.gpulse.metric.Probe;
import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Whether a driver means by the number of a field what the catalogue means by it.
 *
 * @param driver its version; empty when it does not tell
 * @param windows whether it is one for Windows, whose releases within a branch are numbered otherwise
 */
public record FieldNumbering(Optional<DriverVersion> driver, boolean windows) {

    public static FieldNumbering of(@Nullable String driverVersion) {
        boolean windows =
                System.getProperty("os.name", "").toLowerCase(Locale.ROOT).startsWith("windows");
        return new FieldNumbering(Optional.ofNullable(driverVersion).flatMap(DriverVersion::of), windows);
    }

    /** A driver whose numbering is unknown is not asked: its answer could be of another field. */
    boolean holds(Probe.Field field) {
        DriverVersion since = field.since();
        return since == null
                || this.driver
                        .filter((version) ->
                                this.windows ? version.branch() > since.branch() : version.compareTo(since) >= 0)
                        .isPresent();
    }
}
