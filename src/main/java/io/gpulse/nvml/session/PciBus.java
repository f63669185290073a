package io.gpulse.nvml.session;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;

/**
 * What the kernel tells of the PCI bus. A GPU that fell off may still be listed, but then its configuration reads as
 * all ones; it is back when the driver lists it and its vendor can be read.
 */
final class PciBus {

    private static final byte[] NVIDIA = {(byte) 0xde, 0x10};

    private final Path root;

    /** @param root {@code /}, or where a test keeps its files */
    PciBus(Path root) {
        this.root = root;
    }

    boolean has(String pciBusId) {
        String address = shortAddress(pciBusId);
        return Files.isDirectory(this.root.resolve("proc/driver/nvidia/gpus").resolve(address))
                && isNvidia(this.root
                        .resolve("sys/bus/pci/devices")
                        .resolve(address)
                        .resolve("config"));
    }

    /** The kernel writes four digits of the domain, and lower case: {@code 0000:1b:00.0}. */
    static String shortAddress(String pciBusId) {
        String lower = pciBusId.toLowerCase(Locale.ROOT);
        int domain = lower.indexOf(':');
        return domain > 4 ? lower.substring(domain - 4) : lower;
    }

    private static boolean isNvidia(Path config) {
        try (InputStream bytes = Files.newInputStream(config)) {
            byte[] vendor = bytes.readNBytes(NVIDIA.length);
            return java.util.Arrays.equals(vendor, NVIDIA);
        } catch (IOException unreadable) {
            return false;
        }
    }
}
