package io.gpulse.device;

import io.gpulse.metric.PrintableText;

/**
 * A process of the machine at one moment, whether it uses a GPU or not.
 *
 * @param pid in gpulse's PID namespace: in a container that of the container, unless the machine's {@code /proc} is
 *     mounted
 * @param name the kernel's name, up to 15 bytes; not its command line
 */
public record HostProcess(int pid, String name, Readings readings) {

    public HostProcess {
        name = PrintableText.of(name);
    }
}
