package io.gpulse.view;

import io.gpulse.device.GpuIdentity;
import io.gpulse.device.GpuSample;
import io.gpulse.device.Snapshot;
import io.gpulse.metric.Metric;
import io.gpulse.web.ProblemException;
import java.util.List;
import java.util.Locale;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** Finds a GPU by its index, its UUID or the beginning of it, or its PCI bus id. */
public final class GpuNames {

    static final String SPELLINGS =
            "a GPU is named by its index (0), its UUID or the beginning of it (GPU-1a2b), or its"
                    + " PCI bus id (00000000:1B:00.0)";

    private static final Pattern INDEX = Pattern.compile("\\d{1,9}");
    private static final Pattern BUS_ID =
            Pattern.compile("(?:([0-9A-Fa-f]{1,8}):)?([0-9A-Fa-f]{2}):([0-9A-Fa-f]{2})\\.([0-9A-Fa-f])");

    private GpuNames() {}

    public static GpuSample find(String name, Snapshot snapshot) {
        List<GpuSample> found = candidates(name, snapshot.gpus());
        if (found.isEmpty()) {
            throw ProblemException.notFound(
                    "There is no GPU '" + name + "'. " + present(snapshot) + "; " + SPELLINGS + ".");
        }
        if (found.size() > 1) {
            throw ProblemException.badRequest("'" + name + "' is the beginning of " + found.size() + " UUIDs: "
                    + String.join(", ", found.stream().map(GpuSample::uuid).toList()) + ". Use a longer one.");
        }
        return found.get(0);
    }

    /** Returns all GPUs with that index, full UUID, PCI bus id or serial number. */
    public static List<GpuSample> findAll(String name, Snapshot snapshot) {
        List<GpuSample> found = inFull(name, snapshot.gpus());
        return found.isEmpty() ? withSerial(name, snapshot.gpus()) : found;
    }

    private static List<GpuSample> withSerial(String serial, List<GpuSample> gpus) {
        return gpus.stream()
                .filter((gpu) -> gpu.readings()
                        .word(Metric.SERIAL)
                        .filter(serial::equals)
                        .isPresent())
                .toList();
    }

    private static List<GpuSample> candidates(String name, List<GpuSample> gpus) {
        List<GpuSample> exact = inFull(name, gpus);
        boolean isUuid = !INDEX.matcher(name).matches() && !BUS_ID.matcher(name).matches();
        return exact.isEmpty() && isUuid ? known(gpus, (identity) -> begins(identity.uuid(), name)) : exact;
    }

    private static List<GpuSample> inFull(String name, List<GpuSample> gpus) {
        if (INDEX.matcher(name).matches()) {
            int index = Integer.parseInt(name);
            return gpus.stream().filter((gpu) -> gpu.index() == index).toList();
        }
        Matcher bus = BUS_ID.matcher(name);
        if (bus.matches()) {
            String busId = busId(bus);
            return known(gpus, (identity) -> identity.pciBusId().equalsIgnoreCase(busId));
        }
        return known(gpus, (identity) -> identity.uuid().equalsIgnoreCase(name));
    }

    private static List<GpuSample> known(List<GpuSample> gpus, Predicate<GpuIdentity> wanted) {
        return gpus.stream()
                .filter((gpu) -> gpu.identity() != null && wanted.test(gpu.identity()))
                .toList();
    }

    private static boolean begins(String uuid, String beginning) {
        return uuid.regionMatches(true, 0, beginning, 0, beginning.length());
    }

    // NVML writes the domain with eight digits, Linux with four, and lspci omits a domain of 0.
    private static String busId(Matcher bus) {
        long domain = bus.group(1) == null ? 0 : Long.parseLong(bus.group(1), 16);
        return String.format(Locale.ROOT, "%08X:%s:%s.%s", domain, bus.group(2), bus.group(3), bus.group(4));
    }

    private static String present(Snapshot snapshot) {
        List<GpuSample> gpus = snapshot.gpus();
        if (gpus.isEmpty()) {
            return snapshot.source().reason() == null ? "This machine has none" : "No GPU can be read now";
        }
        String indexes =
                gpus.stream().map((gpu) -> Integer.toString(gpu.index())).collect(Collectors.joining(", "));
        return "This machine has GPU" + (gpus.size() == 1 ? " " : "s ") + indexes;
    }
}
