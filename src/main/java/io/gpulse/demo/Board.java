package io.gpulse.demo;

import java.util.List;
import java.util.Locale;

/**
 * A simulated board, modelled on an H100 SXM, with identities that are clearly not real.
 *
 * @param index the driver's index, from 0
 * @param isSplit whether it is split into MIG instances
 */
record Board(int index, boolean isSplit) {

    static final String NAME = "NVIDIA H100 80GB HBM3";
    static final long MEBIBYTE = 1 << 20;
    static final long MEMORY = 81_559 * MEBIBYTE;
    static final long RESERVED = 480 * MEBIBYTE;
    static final int POWER_LIMIT_MILLIWATTS = 700_000;
    static final int LEAST_MILLIWATTS = 200_000;
    static final int SLOWDOWN_CELSIUS = 87;
    static final long BAR1 = 131_072 * MEBIBYTE;
    static final long SM_MEGAHERTZ = 1980;
    static final long MEMORY_MEGAHERTZ = 2619;
    static final long VIDEO_MEGAHERTZ = 1545;
    static final int PCIE_GENERATION = 5;
    static final int LANES = 16;
    static final int LINKS = 18;
    /** 10^6 bytes per second and direction, as the driver reports it. */
    static final long LINK_MEGABYTES_PER_SECOND = 26_562;

    private static final int NARROW_LINK = 6;

    static final int PCI_DEVICE = 0x2330_10de;
    static final int PCI_SUBSYSTEM = 0x16c1_10de;
    static final int PCI_DISPLAY = 3;
    static final int PCI_COMPUTES = 2;
    static final int SPARE_BANKS = 2560;
    static final int CUDA_CORES = 16_896;
    static final int MEMORY_BUS_BITS = 5120;

    private static final List<Integer> BUSES =
            List.of(0x1b, 0x43, 0x52, 0x61, 0x9d, 0xc3, 0xd1, 0xdf, 0x2a, 0x34, 0x4e, 0x6b, 0x89, 0xa7, 0xb8, 0xe6);

    /** Creates a board that is not split. */
    Board(int index) {
        this(index, false);
    }

    /** Returns the board that is split, which comes after the others. */
    static Board split() {
        return new Board(DemoNvml.USUAL, true);
    }

    static int most() {
        return BUSES.size();
    }

    String uuid() {
        return String.format(Locale.ROOT, "GPU-de300000-0000-4000-8000-%012x", this.index);
    }

    String serial() {
        return String.format(Locale.ROOT, "DEMO-%04d", this.index + 1);
    }

    int bus() {
        return BUSES.get(this.index);
    }

    /** Returns the bus id with a domain of eight digits, or of four as in older drivers. */
    String pciBusId(int domainDigits) {
        return String.format(Locale.ROOT, "%s:%02X:00.0", "0".repeat(domainDigits), bus());
    }

    /** Returns the lanes of its link; that of one GPU came up with half of those that it could have. */
    int lanes() {
        return this.index % DemoNvml.USUAL == NARROW_LINK ? LANES / 2 : LANES;
    }

    /** Returns the temperature added by its place in the case: the last of a row of four gets the warmest air. */
    double warmthOfPlace() {
        return this.index % 4 * 1.1;
    }
}
