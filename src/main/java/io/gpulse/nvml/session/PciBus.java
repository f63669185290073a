package io.gpulse.nvml.session;

import io.gpulse.nvml.topology.PciTree;
import io.gpulse.nvml.topology.SysfsPciTree;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The PCI bus, as the kernel lists it. A GPU that fell off the bus may still be listed, but its configuration reads as
 * all ones. It is back when the driver lists it and its vendor is readable.
 */
final class PciBus {

    private static final byte[] NVIDIA = {(byte) 0xde, 0x10};

    /** Transitions to D3 count as suspended: a call would wake the GPU again. */
    private static final List<String> SUSPENDED = List.of("suspended", "suspending");

    private final Path root;
    private final SysfsPciTree tree;

    /** @param root {@code /}, or the folder of a test */
    PciBus(Path root) {
        this.root = root;
        this.tree = new SysfsPciTree(root);
    }

    /** Returns the empty bus of a driver that is not this machine's. */
    static PciBus none() {
        return new PciBus(Path.of("/dev/null"));
    }

    /** Returns the arrangement of its devices. */
    PciTree tree() {
        return this.tree;
    }

    boolean has(String pciBusId) {
        String address = shortAddress(pciBusId);
        return Files.isDirectory(served().resolve(address))
                && isNvidia(this.tree.device(address).resolve("config"));
    }

    /** Returns the short addresses of the driver's GPUs, in the order of the bus, which is also NVML's. */
    List<String> gpus() {
        String[] names = served().toFile().list();
        return Stream.of(Objects.requireNonNullElse(names, new String[0]))
                .sorted(Comparator.comparing(String::length).thenComparing(Comparator.naturalOrder()))
                .toList();
    }

    /** Returns whether the bus no longer lists the device; false where the kernel lists no devices at all. */
    boolean isRemoved(String pciBusId) {
        return this.tree.hasDevices() && !Files.exists(this.tree.device(shortAddress(pciBusId)));
    }

    /**
     * Returns whether the device is in runtime suspend. Reads attributes that the kernel keeps in memory, since a read
     * of {@code config} would wake a device in D3cold.
     */
    boolean isSuspended(String address) {
        return this.tree
                .attribute(address, "power/runtime_status")
                .filter(SUSPENDED::contains)
                .isPresent();
    }

    /** Returns whether the kernel may suspend the device while no program has it open. */
    boolean maySuspend(String address) {
        return this.tree
                .attribute(address, "power/control")
                .filter("auto"::equals)
                .isPresent();
    }

    /** Returns the PCI device ID in hexadecimal, such as {@code 0x2684}. */
    Optional<String> deviceId(String address) {
        return this.tree.attribute(address, "device");
    }

    /** Returns the version of the driver in the kernel. */
    Optional<String> driverVersion() {
        return SysfsPciTree.text(this.root.resolve("sys/module/nvidia/version"));
    }

    /** Returns the kernel's form of an address, with four digits of the domain in lower case: {@code 0000:1b:00.0}. */
    static String shortAddress(String pciBusId) {
        return PciTree.address(pciBusId);
    }

    private Path served() {
        return this.root.resolve("proc/driver/nvidia/gpus");
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
