package io.gpulse.host;

import io.gpulse.device.Counter;
import io.gpulse.device.Counter.Gain;
import io.gpulse.metric.Reading;
import io.gpulse.metric.Reason;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * The rates of counters per second of elapsed time. Remembers the last sample of each figure, since a rate needs two.
 * Used by one thread.
 */
final class Rates {

    private static final Pattern DIGITS = Pattern.compile("\\d{1,20}");
    private static final String LARGEST = Long.toUnsignedString(-1);

    private final Map<String, Map<String, Counter>> counters = new HashMap<>();

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
        Map<String, Counter> devices = this.counters.computeIfAbsent(figure, (first) -> new HashMap<>());
        devices.keySet().retainAll(written.keySet());
        Set<String> before = Set.copyOf(devices.keySet());
        Map<String, Gain> gains = new HashMap<>();
        written.forEach((device, digits) -> gains.put(
                device,
                devices.computeIfAbsent(device, (first) -> new Counter())
                        .addUnsigned(Long.parseUnsignedLong(digits), file.readAt())));
        gains.keySet().retainAll(before);
        double perSecond = gains.values().stream().mapToDouble(Gain::perSecond).sum();
        return gains.isEmpty() || Double.isNaN(perSecond)
                ? Reading.absent(Reason.NO_DATA)
                : new Reading.Quantity(perSecond);
    }

    /** Returns whether this is a counter of the kernel: an unsigned number of up to 64 bits. */
    static boolean isCounter(String digits) {
        return DIGITS.matcher(digits).matches()
                && (digits.length() < LARGEST.length() || digits.compareTo(LARGEST) <= 0);
    }
}
