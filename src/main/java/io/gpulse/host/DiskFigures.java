package io.gpulse.host;

import io.gpulse.host.DeviceFigures.Counter;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;

/**
 * The activity of physical disks, from {@code diskstats}: their traffic in bytes per second, and the share of time in
 * which they were busy. They are recognized by their names, because writes to a partition, a RAID or an encrypted
 * volume are counted again at the disk below.
 */
final class DiskFigures {

    private static final int NAME = 2;

    /** The kernel's unit, whatever the size of the disk's own sectors. */
    private static final double SECTOR_BYTES = 512;

    private static final Map<String, Counter> COUNTERS = Map.of(
            "read", Counter.rate(5, (sectors) -> sectors * SECTOR_BYTES),
            "written", Counter.rate(9, (sectors) -> sectors * SECTOR_BYTES),
            // All milliseconds of a request are counted at its end, which can be more than have passed.
            "busy", Counter.rate(12, (millis) -> Math.min(millis / 10, 100)));

    private static final Pattern WHOLE_DISK =
            Pattern.compile("(sd|hd|vd|xvd|dasd)[a-z]+|(mmcblk|pmem)\\d+|nvme\\d+(c\\d+)?n\\d+");

    /** One of several paths to an NVMe disk. Older kernels count only here, newer ones at the disk too. */
    private static final Pattern NVME_PATH = Pattern.compile("(nvme\\d+)c\\d+(n\\d+)");

    private DiskFigures() {}

    static Figures newReader() {
        return new DeviceFigures(DiskFigures::disks, COUNTERS);
    }

    /** Returns the line of each disk. */
    static Map<String, ProcFile> each(ProcFile diskstats) {
        Map<String, ProcFile> each = new LinkedHashMap<>();
        disks(diskstats).forEach((name, words) -> each.put(name, diskstats.part(String.join(" ", words))));
        return each;
    }

    private static Map<String, List<String>> disks(ProcFile file) {
        Map<String, List<String>> disks = new LinkedHashMap<>();
        file.text().lines().map(ProcFile::words).forEach((words) -> {
            if (words.size() > NAME && WHOLE_DISK.matcher(words.get(NAME)).matches()) {
                disks.put(words.get(NAME), words);
            }
        });
        disks.keySet().removeAll(reachedByPaths(disks));
        return disks;
    }

    private static List<String> reachedByPaths(Map<String, List<String>> disks) {
        return disks.keySet().stream()
                .map(NVME_PATH::matcher)
                .filter((path) -> path.matches())
                .map((path) -> path.group(1) + path.group(2))
                .toList();
    }
}
