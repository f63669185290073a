package io.gpulse.fleet;

import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * Other machines, each with its own gpulse.
 *
 * @param machines addresses such as {@code http://gpu-2:8080}, at most 64, each with options: {@code token-file=FILE},
 *     {@code ca=FILE} (certificates that it trusts), {@code insecure=true} (sends the token over plain http)
 * @param machinesFile the same, one address a line; read again when it changes
 */
@ConfigurationProperties("gpulse")
record FleetProperties(
        @DefaultValue List<String> machines, @Nullable Path machinesFile) {

    FleetProperties {
        machines = List.copyOf(machines);
        // Stops the start at the first wrong address.
        new MachineList(machines, machinesFile);
    }

    MachineList list() {
        return new MachineList(this.machines, this.machinesFile);
    }
}
