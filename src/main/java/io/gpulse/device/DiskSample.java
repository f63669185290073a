package io.gpulse.device;

import io.gpulse.metric.PrintableText;

/**
 * One physical disk at one moment.
 *
 * @param disk the kernel's name
 */
public record DiskSample(String disk, Readings readings) {

    public DiskSample {
        disk = PrintableText.of(disk);
    }
}
