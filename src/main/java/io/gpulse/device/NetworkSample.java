package io.gpulse.device;

import io.gpulse.metric.PrintableText;

/**
 * One network interface at one moment.
 *
 * @param network the interface's name
 */
public record NetworkSample(String network, Readings readings) {

    public NetworkSample {
        network = PrintableText.of(network);
    }
}
