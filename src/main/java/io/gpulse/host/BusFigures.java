package io.gpulse.host;

import io.gpulse.metric.Reading;
import io.gpulse.metric.Reason;
import java.nio.file.Path;
import java.util.Arrays;

/**
 * The devices of the PCI bus: {@code 1b00 10de2330 irq}, seven addresses, seven sizes and the name of the driver, if
 * one has it, between tabs. A GPU is function 0 of a device of NVIDIA's that NVIDIA's driver has, or that none has and
 * that shows a large memory; what another driver has, such as {@code vfio-pci}, is not ours to miss.
 */
final class BusFigures implements Figures {

    private static final String NVIDIA = "10de";
    private static final String DRIVER = "nvidia";
    private static final int FUNCTIONS = 8;
    private static final int HEXADECIMAL = 16;
    private static final int FIRST_SIZE = 10;
    private static final int NAME = 17;

    /** What no switch and no other part of a board has. */
    private static final long LEAST_MEMORY = 1L << 27;

    private final Confinement confinement;
    private final Path proc;

    BusFigures(Confinement confinement, Path proc) {
        this.confinement = confinement;
        this.proc = proc;
    }

    @Override
    public Reading read(ProcFile file, String figure) {
        if (!this.confinement.showsAllGpus(this.proc)) {
            return Reading.absent(Reason.NO_PERMISSION);
        }
        try {
            return new Reading.Quantity(
                    file.text().lines().filter(BusFigures::isGpu).count());
        } catch (IllegalArgumentException misunderstood) {
            return Reading.absent(Reason.ERROR);
        }
    }

    private static boolean isGpu(String line) {
        String[] columns = line.split("\t", -1);
        if (columns.length < NAME
                || !columns[1].startsWith(NVIDIA)
                || Integer.parseInt(columns[0], HEXADECIMAL) % FUNCTIONS != 0) {
            return false;
        }
        String driver = columns.length > NAME ? columns[NAME].strip() : "";
        return driver.isEmpty() ? hasLargeMemory(columns) : driver.equals(DRIVER);
    }

    private static boolean hasLargeMemory(String[] columns) {
        return Arrays.stream(columns, FIRST_SIZE, NAME)
                .anyMatch((size) -> Long.parseUnsignedLong(size.strip(), HEXADECIMAL) >= LEAST_MEMORY);
    }
}
