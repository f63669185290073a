package io.gpulse.nvml.topology;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.TreeMap;
import java.util.regex.Pattern;

/** The PCI tree in {@code /sys}. Reads files of the kernel, which may block. */
public final class SysfsPciTree implements PciTree {

    private static final Pattern ADDRESS = Pattern.compile("[0-9a-f]{4,}:[0-9a-f]{2}:[0-9a-f]{2}\\.[0-7]");
    private static final Pattern HOST_BRIDGE = Pattern.compile("pci[0-9a-f]{4,}:[0-9a-f]{2}");
    private static final Pattern NUMA_NODE = Pattern.compile("node[0-9]+");

    /** {@code mlx5_2} comes before {@code mlx5_10}. */
    private static final Comparator<String> BY_NAME =
            Comparator.comparing(String::length).thenComparing(Comparator.naturalOrder());

    private final Path sys;

    /** @param root {@code /}, or the folder of a test */
    public SysfsPciTree(Path root) {
        this.sys = root.resolve("sys");
    }

    @Override
    public Optional<List<String>> path(String address) {
        try {
            List<String> path = new ArrayList<>();
            for (Path part : device(address).toRealPath()) {
                String name = part.toString();
                if (HOST_BRIDGE.matcher(name).matches() || (!path.isEmpty() && isAddress(name))) {
                    path.add(name);
                }
            }
            return path.isEmpty() ? Optional.empty() : Optional.of(path);
        } catch (IOException absent) {
            return Optional.empty();
        }
    }

    @Override
    public OptionalInt numaNode(String address) {
        // The kernel writes -1 for a device without a node.
        return attribute(address, "numa_node")
                .filter((text) -> text.matches("[0-9]{1,6}"))
                .map((text) -> OptionalInt.of(Integer.parseInt(text)))
                .orElse(OptionalInt.empty());
    }

    @Override
    public Optional<String> processors(String address) {
        return attribute(address, "local_cpulist").filter((text) -> text.matches("[0-9][0-9,-]*"));
    }

    @Override
    public OptionalInt numaNodes() {
        String[] names = names(this.sys.resolve("devices/system/node"));
        long nodes = List.of(names).stream()
                .filter((name) -> NUMA_NODE.matcher(name).matches())
                .count();
        return nodes == 0 ? OptionalInt.empty() : OptionalInt.of((int) nodes);
    }

    @Override
    public Optional<Map<String, String>> adapters() {
        if (!hasDevices()) {
            return Optional.empty();
        }
        Path known = this.sys.resolve("class/infiniband");
        Map<String, String> adapters = new TreeMap<>(BY_NAME);
        for (String name : names(known)) {
            addressOf(known.resolve(name)).ifPresent((address) -> adapters.put(name, address));
        }
        return Optional.of(adapters);
    }

    /** Returns the address of an adapter; empty for one that is not a PCI device, such as RDMA in software. */
    private static Optional<String> addressOf(Path adapter) {
        try {
            return Optional.ofNullable(adapter.resolve("device").toRealPath().getFileName())
                    .map(Path::toString)
                    .filter(SysfsPciTree::isAddress);
        } catch (IOException absent) {
            return Optional.empty();
        }
    }

    private static boolean isAddress(String name) {
        return ADDRESS.matcher(name).matches();
    }

    private static String[] names(Path folder) {
        String[] names = new File(folder.toString()).list();
        return names == null ? new String[0] : names;
    }

    private Path devices() {
        return this.sys.resolve("bus/pci/devices");
    }

    /** Returns whether the kernel lists the devices at all. */
    public boolean hasDevices() {
        return Files.isDirectory(devices());
    }

    /** Returns the folder of a device. */
    public Path device(String address) {
        return devices().resolve(address);
    }

    /** Returns an attribute of a device without blanks around it; empty where it is absent or not readable. */
    public Optional<String> attribute(String address, String name) {
        return text(device(address).resolve(name));
    }

    /** Returns the text of a file without blanks around it; empty where it is absent or not readable. */
    public static Optional<String> text(Path file) {
        try {
            return Optional.of(Files.readString(file).strip());
        } catch (IOException absent) {
            return Optional.empty();
        }
    }
}
