package io.gpulse.nvml.topology;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** PCI devices and network adapters as the kernel shows them in {@code /sys}, below a directory of the test. */
public final class FakeSys {

    private final Path sys;

    public FakeSys(Path root) {
        this.sys = root.resolve("sys");
    }

    /** Adds a device: {@code pci0000:16/0000:16:01.0/0000:1b:00.0}. */
    public FakeSys device(String path, String numaNode, String processors) {
        return attempt(() -> {
            Path place = this.sys.resolve("devices").resolve(path);
            Files.createDirectories(place);
            Files.writeString(place.resolve("numa_node"), numaNode + "\n");
            Files.writeString(place.resolve("local_cpulist"), processors + "\n");
            Path listed = this.sys.resolve("bus/pci/devices");
            Files.createDirectories(listed);
            Files.createSymbolicLink(listed.resolve(place.getFileName()), place);
        });
    }

    /** Adds a network adapter of a device that was added. */
    public FakeSys adapter(String name, String address) {
        return attempt(() -> {
            Path adapter = this.sys.resolve("class/infiniband").resolve(name);
            Files.createDirectories(adapter);
            Files.createSymbolicLink(
                    adapter.resolve("device"),
                    this.sys.resolve("bus/pci/devices").resolve(address));
        });
    }

    /** Adds an adapter in software, which has no PCI device. */
    public FakeSys adapterInSoftware(String name) {
        return attempt(() ->
                Files.createDirectories(this.sys.resolve("class/infiniband").resolve(name)));
    }

    public FakeSys numaNodes(int count) {
        return attempt(() -> {
            for (int node = 0; node < count; node++) {
                Files.createDirectories(this.sys.resolve("devices/system/node/node" + node));
            }
        });
    }

    private interface Work {
        void run() throws IOException;
    }

    private FakeSys attempt(Work work) {
        try {
            work.run();
            return this;
        } catch (IOException ex) {
            throw new UncheckedIOException(ex);
        }
    }
}
