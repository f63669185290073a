package io.gpulse.device;

import io.gpulse.metric.PrintableText;

/**
 * A process of the machine at one moment, whether it uses a GPU or not.
 *
 * @param pid its number where gpulse sees it: in a container that of the container, unless the machine's processes are
 *     shown to it
 * @param name what the kernel calls it, up to 15 bytes; not its command line
 */
public record HostProcess(int pid, String name, Readings readings) {

    public HostProcess {
        name = PrintableText.of(name);
    }
}
