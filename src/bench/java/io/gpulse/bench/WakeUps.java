package io.gpulse.bench;

import java.time.Duration;
import java.util.Comparator;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;

/** The number of wake-ups of a process: the context switches of all its threads. */
final class WakeUps {

    private static final int EXPORTED = 6;

    private WakeUps() {}

    /**
     * Returns a sentence with the threads that wake most.
     *
     * @param before switches by number and name of the thread
     */
    static String between(Map<String, Long> before, Map<String, Long> after, Duration window) {
        Map<String, Long> byName = new HashMap<>();
        after.forEach((thread, switches) -> byName.merge(
                thread.substring(thread.indexOf(' ') + 1), switches - before.getOrDefault(thread, 0L), Long::sum));
        double all = byName.values().stream().mapToLong(Long::longValue).sum();
        String most = byName.entrySet().stream()
                .sorted(Map.Entry.comparingByValue(Comparator.reverseOrder()))
                .limit(EXPORTED)
                .map((thread) -> thread.getKey() + " " + aSecond(thread.getValue(), window))
                .collect(Collectors.joining(", "));
        return "wake-ups a second: " + aSecond(all, window) + "; most of them: " + most;
    }

    private static String aSecond(double switches, Duration window) {
        return String.format(Locale.ROOT, "%.1f", switches * 1000 / window.toMillis());
    }
}
