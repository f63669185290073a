package io.gpulse.host;

import io.gpulse.metric.Reading;
import io.gpulse.metric.Reason;
import java.util.HashMap;
import java.util.Map;
import java.util.regex.Pattern;

/**
 * The rates of counters per second of elapsed time. Remembers the last sample of each figure, since a rate needs two.
 * Used by one thread.
 */
final class Rates {

    private static final Pattern DIGITS = Pattern.compile("\\d{1,20}");
    private static final String LARGEST = Long.toUnsignedString(-1);
    private static final double NANOS_PER_SECOND = 1e9;

    private final Map<String, Sample> samples = new HashMap<>();

    /** The counters by device, and when they were read. */
    private record Sample(Map<String, Long> counts, long nanos) {}

    /**
     * Returns the sum of the rates of a figure's counters since its last sample.
     *
     * @param written the counters as the file writes them, by device; a device in only one of the samples is left
     *     out
     * @return absent {@link Reason#NO_DATA} in the first sample, and once when a counter was reset or wrapped
     */
    Reading perSecond(ProcFile file, String figure, Map<String, String> written) {
        if (written.isEmpty()) {
            return Reading.absent(Reason.NOT_SUPPORTED);
        }
        if (!written.values().stream().allMatch(Rates::isCounter)) {
            return Reading.absent(Reason.ERROR);
        }
        Sample now = new Sample(counts(written), file.readAt());
        Sample before = this.samples.put(figure, now);
        return before == null ? Reading.absent(Reason.NO_DATA) : between(before, now);
    }

    /** Returns whether this is a counter of the kernel: an unsigned number of up to 64 bits. */
    static boolean isCounter(String digits) {
        return DIGITS.matcher(digits).matches()
                && (digits.length() < LARGEST.length() || digits.compareTo(LARGEST) <= 0);
    }

    private static Map<String, Long> counts(Map<String, String> written) {
        Map<String, Long> counts = new HashMap<>();
        written.forEach((device, digits) -> counts.put(device, Long.parseUnsignedLong(digits)));
        return counts;
    }

    private static Reading between(Sample before, Sample now) {
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
