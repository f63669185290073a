package io.gpulse.nvml.probe;

import io.gpulse.metric.DriverVersion;
import io.gpulse.metric.Probe;
import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The numbering of fields by a driver: whether a number has the catalogue's meaning.
 *
 * @param driver its version; empty when it is not known
 * @param windows whether it is a driver for Windows, whose releases within a branch have other numbers
 */
public record FieldNumbering(Optional<DriverVersion> driver, boolean windows) {

    public static FieldNumbering of(@Nullable String driverVersion) {
        boolean windows =
                System.getProperty("os.name", "").toLowerCase(Locale.ROOT).startsWith("windows");
        return new FieldNumbering(Optional.ofNullable(driverVersion).flatMap(DriverVersion::of), windows);
    }

    /** Returns whether a field can be read; false while the numbering is unknown, since another field could answer. */
    boolean holds(Probe.Field field) {
        DriverVersion since = field.since();
        if (since == null || this.driver.isEmpty()) {
            return since == null;
        }
        DriverVersion version = this.driver.get();
        return this.windows ? version.branch() > since.branch() : version.compareTo(since) >= 0;
    }
}
