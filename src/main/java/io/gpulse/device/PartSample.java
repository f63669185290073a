package io.gpulse.device;

import io.gpulse.metric.PrintableText;

/**
 * A part of the machine at one moment: a logical processor, a physical disk, or a network interface.
 *
 * @param name the kernel's: of a processor its number, from 0
 */
public record PartSample(String name, Readings readings) {

    public PartSample {
        name = PrintableText.of(name);
    }
}
