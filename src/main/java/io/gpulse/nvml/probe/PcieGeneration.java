package io.gpulse.nvml.probe;

import java.util.List;
import java.util.OptionalDouble;

/** What a PCIe lane carries in one direction: transfers per second, less what the encoding takes. */
final class PcieGeneration {

    private static final double EIGHT_OF_TEN = 8.0 / 10;
    private static final double NEARLY_ALL = 128.0 / 130;
    private static final double FLITS = 242.0 / 256;

    /** From generation 1 on. */
    private static final List<Double> BITS_PER_SECOND = List.of(
            2.5e9 * EIGHT_OF_TEN,
            5e9 * EIGHT_OF_TEN,
            8e9 * NEARLY_ALL,
            16e9 * NEARLY_ALL,
            32e9 * NEARLY_ALL,
            64e9 * FLITS,
            128e9 * FLITS);

    private PcieGeneration() {}

    /** Empty for a generation that was not known as this was written. */
    static OptionalDouble bytesPerSecond(double generation) {
        int place = (int) generation - 1;
        return place >= 0 && place < BITS_PER_SECOND.size()
                ? OptionalDouble.of(BITS_PER_SECOND.get(place) / Byte.SIZE)
                : OptionalDouble.empty();
    }
}
