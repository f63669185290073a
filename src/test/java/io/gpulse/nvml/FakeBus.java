package io.gpulse.nvml;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** The PCI bus as the kernel shows it in {@code /proc} and {@code /sys}, below a directory of the test. */
public final class FakeBus {

    private static final String[] ADDRESSES = {"0000:1b:00.0", "0000:43:00.0", "0000:52:00.0", "0000:61:00.0"};

    private final Path root;

    private FakeBus(Path root) {
        this.root = root;
    }

    /** GPUs where the fake driver has them. */
    public static FakeBus of(Path root, int gpus) {
        FakeBus bus = new FakeBus(root);
        for (int gpu = 0; gpu < gpus; gpu++) {
            bus.add(gpu);
        }
        return bus;
    }

    public FakeBus add(int gpu) {
        try {
            Files.createDirectories(served(gpu));
            Files.createDirectories(device(gpu).resolve("power"));
            Files.write(device(gpu).resolve("config"), new byte[] {(byte) 0xde, 0x10, 0x30, 0x23});
            Files.writeString(device(gpu).resolve("device"), "0x2330\n");
            return is(gpu, "active");
        } catch (IOException ex) {
            throw new UncheckedIOException(ex);
        }
    }

    /** The state of its runtime power management, such as {@code suspended}. */
    public FakeBus is(int gpu, String status) {
        try {
            Files.writeString(device(gpu).resolve("power/runtime_status"), status + "\n");
            return this;
        } catch (IOException ex) {
            throw new UncheckedIOException(ex);
        }
    }

    /** Allows the kernel to suspend the device while no program has it open. */
    public FakeBus maySleep(int gpu) {
        return control(gpu, "auto");
    }

    /** Forbids the kernel to suspend the device. */
    public FakeBus staysAwake(int gpu) {
        return control(gpu, "on");
    }

    private FakeBus control(int gpu, String word) {
        try {
            Files.writeString(device(gpu).resolve("power/control"), word + "\n");
            return this;
        } catch (IOException ex) {
            throw new UncheckedIOException(ex);
        }
    }

    /** Removes the device from the kernel's list. */
    public FakeBus remove(int gpu) {
        try {
            Files.delete(served(gpu));
            Files.move(device(gpu), Files.createTempDirectory(this.root, "gone").resolve("device"));
            return this;
        } catch (IOException ex) {
            throw new UncheckedIOException(ex);
        }
    }

    private Path served(int gpu) {
        return this.root.resolve("proc/driver/nvidia/gpus").resolve(ADDRESSES[gpu]);
    }

    private Path device(int gpu) {
        return this.root.resolve("sys/bus/pci/devices").resolve(ADDRESSES[gpu]);
    }
}
