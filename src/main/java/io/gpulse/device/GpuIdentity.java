package io.gpulse.device;

import io.gpulse.metric.PrintableText;

/**
 * The identity of a GPU.
 *
 * @param uuid stable over reboots
 * @param pciBusId domain:bus:device.function, upper case, the domain with eight digits
 */
public record GpuIdentity(String uuid, String name, String pciBusId) {

    public GpuIdentity {
        uuid = PrintableText.of(uuid);
        name = PrintableText.of(name);
        pciBusId = PrintableText.of(pciBusId);
    }
}
