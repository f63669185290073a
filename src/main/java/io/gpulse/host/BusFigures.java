package io.gpulse.host;

import static java.util.stream.Collectors.counting;
import static java.util.stream.Collectors.groupingBy;

import io.gpulse.metric.Reading;
import io.gpulse.metric.Reason;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;

/**
 * The devices of the PCI bus: {@code 1b00 10de2330 irq}, seven addresses, seven sizes and the name of the driver, if
 * any, separated by tabs. A GPU is function 0 of a device of NVIDIA that is bound to NVIDIA's driver, or to no driver
 * and has a large memory. A device of another driver, such as {@code vfio-pci}, is not counted, nor is a virtual
 * function, which is a part of a GPU.
 */
final class BusFigures implements Figures {

    private static final String NVIDIA = "10de";
    private static final String NVIDIA_IN_SYS = "0x10de";
    private static final String DRIVER = "nvidia";
    private static final int FUNCTIONS = 8;
    private static final int DEVICES = 32;
    private static final int HEXADECIMAL = 16;
    private static final int FIRST_SIZE = 10;
    private static final int NAME = 17;

    /** More memory than any switch or other part of a board has. */
    private static final long LEAST_MEMORY = 1L << 27;

    private final PidNamespace confinement;
    private final Path proc;
    private final Path functions;
    private List<String> gpus = List.of();

    /** @param sys the folder in which the kernel lists the virtual functions of devices; it may be missing */
    BusFigures(PidNamespace confinement, Path proc, Path sys) {
        this.confinement = confinement;
        this.proc = proc;
        this.functions = sys.resolve("bus/pci/devices");
    }

    /** Returns the addresses of the GPUs of the last read, without the domain; empty where they are not known. */
    List<String> gpus() {
        return this.gpus;
    }

    @Override
    public Reading read(ProcFile file, String figure) {
        this.gpus = List.of();
        if (!this.confinement.showsAllGpus(this.proc)) {
            return Reading.absent(Reason.NO_PERMISSION);
        }
        try {
            return new Reading.Quantity(countGpus(file.text()));
        } catch (IllegalArgumentException misunderstood) {
            return Reading.absent(Reason.ERROR);
        }
    }

    private long countGpus(String list) {
        Map<Integer, Long> byPlace = list.lines()
                .map((line) -> line.split("\t", -1))
                .filter(BusFigures::isGpu)
                .collect(groupingBy(BusFigures::place, counting()));
        List<String> addresses = byPlace.isEmpty() ? List.of() : addresses();
        Map<String, Long> byAddress = new TreeMap<>();
        byPlace.forEach((place, found) -> byAddress.put(address(place), Math.min(found, mostAt(place, addresses))));
        this.gpus = byAddress.entrySet().stream()
                .filter((found) -> found.getValue() > 0)
                .map(Map.Entry::getKey)
                .toList();
        return byAddress.values().stream().mapToLong(Long::longValue).sum();
    }

    private List<String> addresses() {
        return List.of(Objects.requireNonNullElse(this.functions.toFile().list(), new String[0]));
    }

    /** Returns the maximum number of GPUs at an address; several domains may have it, which the list leaves out. */
    private long mostAt(int place, List<String> addresses) {
        String end = ":" + address(place);
        List<Path> there = addresses.stream()
                .filter((address) -> address.endsWith(end))
                .map(this.functions::resolve)
                .filter(BusFigures::isOfNvidia)
                .toList();
        return there.isEmpty()
                ? Long.MAX_VALUE
                : there.stream().filter((function) -> !isVirtual(function)).count();
    }

    private static String address(int place) {
        return "%02x:%02x.%d".formatted(place / FUNCTIONS / DEVICES, place / FUNCTIONS % DEVICES, place % FUNCTIONS);
    }

    private static boolean isOfNvidia(Path function) {
        return ProcFile.read(function.resolve("vendor")).text().strip().equals(NVIDIA_IN_SYS);
    }

    private static boolean isVirtual(Path function) {
        return Files.exists(function.resolve("physfn"), LinkOption.NOFOLLOW_LINKS);
    }

    /** Returns bus, device and function in one number. */
    private static int place(String[] columns) {
        return Integer.parseInt(columns[0], HEXADECIMAL);
    }

    private static boolean isGpu(String[] columns) {
        if (columns.length < NAME || !columns[1].startsWith(NVIDIA) || place(columns) % FUNCTIONS != 0) {
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
