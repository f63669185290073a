package io.gpulse.host;

import io.gpulse.metric.Reading;
import io.gpulse.metric.Reason;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.regex.Pattern;

/**
 * Traffic of all physical disks in {@code diskstats}, in bytes per second. Told apart by their names, because what is
 * written to a partition, a RAID or an encrypted volume is counted again at the disk below.
 */
final class DiskFigures implements Figures {

    private static final int NAME = 2;
    private static final Map<String, Integer> COLUMNS = Map.of("read", 5, "written", 9);

    /** The kernel counts in these, whatever the disk's own sectors are. */
    private static final int SECTOR_BYTES = 512;

    private static final Pattern WHOLE_DISK =
            Pattern.compile("(sd|hd|vd|xvd|dasd)[a-z]+|(mmcblk|pmem)\\d+|nvme\\d+(c\\d+)?n\\d+");

    /** One of the ways to an NVMe disk that has several; older kernels count here only, newer ones at the disk too. */
    private static final Pattern NVME_PATH = Pattern.compile("(nvme\\d+)c\\d+(n\\d+)");

    private final Rates rates = new Rates();

    @Override
    public Reading read(ProcFile file, String figure) {
        Integer column = COLUMNS.get(figure);
        if (column == null) {
            return Reading.absent(Reason.ERROR);
        }
        Reading sectors = this.rates.perSecond(file, figure, counters(file, column));
        OptionalDouble perSecond = sectors.number();
        return perSecond.isPresent() ? new Reading.Quantity(perSecond.getAsDouble() * SECTOR_BYTES) : sectors;
    }

    private static Map<String, String> counters(ProcFile file, int column) {
        Map<String, String> counters = new HashMap<>();
        for (String line : file.text().lines().toList()) {
            List<String> words = List.of(line.strip().split("\\s+"));
            if (words.size() > NAME && WHOLE_DISK.matcher(words.get(NAME)).matches()) {
                counters.put(words.get(NAME), column < words.size() ? words.get(column) : "");
            }
        }
        counters.keySet().removeAll(reachedByPaths(counters));
        return counters;
    }

    private static List<String> reachedByPaths(Map<String, String> counters) {
        return counters.keySet().stream()
                .map(NVME_PATH::matcher)
                .filter((path) -> path.matches())
                .map((path) -> path.group(1) + path.group(2))
                .toList();
    }
}
