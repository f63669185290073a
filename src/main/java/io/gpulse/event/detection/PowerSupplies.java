package io.gpulse.event.detection;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/**
 * The power supplies of the machine.
 *
 * @param folder {@code /sys/class/power_supply}
 */
public record PowerSupplies(Path folder) {

    public static PowerSupplies ofThisMachine() {
        return new PowerSupplies(Path.of("/sys/class/power_supply"));
    }

    /** Returns whether a battery is discharging and no supply is connected; false where this is unknown. */
    public boolean onBattery() {
        List<Path> supplies = supplies();
        return supplies.stream().anyMatch(PowerSupplies::isDischarged)
                && supplies.stream().noneMatch((supply) -> is(supply, "online", "1"));
    }

    private List<Path> supplies() {
        try (Stream<Path> files = Files.list(this.folder)) {
            return files.toList();
        } catch (IOException | UncheckedIOException unknown) {
            return List.of();
        }
    }

    /** Batteries of mice and keyboards have the scope Device. */
    private static boolean isDischarged(Path supply) {
        return is(supply, "type", "Battery") && is(supply, "status", "Discharging") && !is(supply, "scope", "Device");
    }

    private static boolean is(Path supply, String file, String value) {
        try {
            return Files.readString(supply.resolve(file)).strip().equals(value);
        } catch (IOException unknown) {
            return false;
        }
    }
}
