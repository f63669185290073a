package io.gpulse.host;

import io.gpulse.metric.Reading;
import io.gpulse.metric.Reason;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.function.DoubleUnaryOperator;
import java.util.regex.Pattern;

/**
 * The activity of physical disks, from {@code diskstats}: their traffic in bytes per second, and the share of time in
 * which they were busy. They are recognized by their names, because writes to a partition, a RAID or an encrypted
 * volume are counted again at the disk below.
 */
final class DiskFigures implements Figures {

    private static final int NAME = 2;

    /** The kernel's unit, whatever the size of the disk's own sectors. */
    private static final double SECTOR_BYTES = 512;

    private static final Map<String, Counted> FIGURES = Map.of(
            "read", new Counted(5, (sectors) -> sectors * SECTOR_BYTES),
            "written", new Counted(9, (sectors) -> sectors * SECTOR_BYTES),
            // All milliseconds of a request are counted at its end, which can be more than have passed.
            "busy", new Counted(12, (millis) -> Math.min(millis / 10, 100)));

    private static final Pattern WHOLE_DISK =
            Pattern.compile("(sd|hd|vd|xvd|dasd)[a-z]+|(mmcblk|pmem)\\d+|nvme\\d+(c\\d+)?n\\d+");

    /** One of several paths to an NVMe disk. Older kernels count only here, newer ones at the disk too. */
    private static final Pattern NVME_PATH = Pattern.compile("(nvme\\d+)c\\d+(n\\d+)");

    private final Rates rates = new Rates();
    private final Lines lines = new Lines(DiskFigures::disks);

    /** The column of a counter, and the conversion of its rate to the row's unit. */
    private record Counted(int column, DoubleUnaryOperator perSecond) {}

    /** Returns the line of each disk. */
    static Map<String, ProcFile> each(ProcFile diskstats) {
        Map<String, ProcFile> each = new LinkedHashMap<>();
        disks(diskstats).forEach((name, words) -> each.put(name, diskstats.part(String.join(" ", words))));
        return each;
    }

    @Override
    public Reading read(ProcFile file, String figure) {
        Counted counted = FIGURES.get(figure);
        if (counted == null) {
            return Reading.absent(Reason.ERROR);
        }
        Reading counts = this.rates.perSecond(file, figure, counters(file, counted.column));
        OptionalDouble rate = counts.number();
        return rate.isPresent() ? new Reading.Quantity(counted.perSecond.applyAsDouble(rate.getAsDouble())) : counts;
    }

    private Map<String, String> counters(ProcFile file, int column) {
        Map<String, String> counters = new HashMap<>();
        this.lines
                .of(file)
                .forEach((name, words) -> counters.put(name, column < words.size() ? words.get(column) : ""));
        return counters;
    }

    private static Map<String, List<String>> disks(ProcFile file) {
        Map<String, List<String>> disks = new LinkedHashMap<>();
        file.text().lines().map(Lines::words).forEach((words) -> {
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
