package io.gpulse.host;

import io.gpulse.metric.Reading;
import io.gpulse.metric.Reason;
import java.util.HashMap;
import java.util.Map;
import java.util.regex.Pattern;

/**
 * What counters gain per second of true time. A rate needs two looks, so this remembers the last of each figure. Used
 * by one thread.
 */
final class Rates {

    private static final Pattern DIGITS = Pattern.compile("\\d{1,20}");
    private static final String LARGEST = Long.toUnsignedString(-1);
    private static final double NANOS_PER_SECOND = 1e9;

    private final Map<String, Mark> marks = new HashMap<>();

    /** What the counters stood at, by device, and when. */
    private record Mark(Map<String, Long> counts, long nanos) {}

    /**
     * What the counters of a figure have gained together per second since the last look that told them.
     *
     * @param written the counters as the file writes them, by device: one that has come or gone since the last look
     *     says nothing about what was gained
     * @return absent {@link Reason#NO_DATA} at the first look, and once when a counter began anew or wrapped
     */
    Reading perSecond(ProcFile file, String figure, Map<String, String> written) {
        if (written.isEmpty()) {
            return Reading.absent(Reason.NOT_SUPPORTED);
        }
        if (!written.values().stream().allMatch(Rates::isCounter)) {
            return Reading.absent(Reason.ERROR);
        }
        Mark now = new Mark(counts(written), file.readAt());
        Mark before = this.marks.put(figure, now);
        return before == null ? Reading.absent(Reason.NO_DATA) : between(before, now);
    }

    /** The kernel's counters have up to 64 bits, all of them for the number. */
    static boolean isCounter(String digits) {
        return DIGITS.matcher(digits).matches()
                && (digits.length() < LARGEST.length() || digits.compareTo(LARGEST) <= 0);
    }

    private static Map<String, Long> counts(Map<String, String> written) {
        Map<String, Long> counts = new HashMap<>();
        written.forEach((device, digits) -> counts.put(device, Long.parseUnsignedLong(digits)));
        return counts;
    }

    private static Reading between(Mark before, Mark now) {
        double seconds = (now.nanos - before.nanos) / NANOS_PER_SECOND;
        double gained = 0;
        boolean compared = false;
        for (Map.Entry<String, Long> counter : now.counts.entrySet()) {
            Long then = before.counts.get(counter.getKey());
            if (then != null) {
                if (Long.compareUnsigned(counter.getValue(), then) < 0) {
                    return Reading.absent(Reason.NO_DATA);
                }
                gained += counter.getValue() - then;
                compared = true;
            }
        }
        return compared && seconds > 0 ? new Reading.Quantity(gained / seconds) : Reading.absent(Reason.NO_DATA);
    }
}
