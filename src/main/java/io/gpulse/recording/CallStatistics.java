package io.gpulse.recording;

import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * The counts, return codes and durations of each native call of a recording.
 *
 * @param rows those that took longest first
 */
public record CallStatistics(Instant recordedAt, String gpulse, Duration length, List<Row> rows) {

    private static final double NANOS_PER_MICRO = 1e3;

    public CallStatistics {
        rows = List.copyOf(rows);
    }

    /**
     * A call, of all GPUs together.
     *
     * @param call with its arguments: {@code nvmlDeviceGetClockInfo(1)}
     * @param codes how often each {@code nvmlReturn_t} came back
     * @param p50Micros the median of the time that it took
     * @param hangs how often it had not returned when the recording ended
     */
    public record Row(
            String call, int count, Map<String, Integer> codes, double p50Micros, double p99Micros, int hangs) {

        private static Row of(String call, List<Invocation> all) {
            Map<String, Integer> codes = new TreeMap<>();
            List<Long> took = new ArrayList<>();
            for (Invocation invocation : all) {
                if (!invocation.hangs()) {
                    codes.merge(String.valueOf(invocation.code()), 1, Integer::sum);
                    took.add(invocation.took());
                }
            }
            took.sort(Comparator.naturalOrder());
            return new Row(
                    call, all.size(), codes, quantile(took, 0.5), quantile(took, 0.99), all.size() - took.size());
        }

        private static double quantile(List<Long> ascending, double share) {
            if (ascending.isEmpty()) {
                return 0;
            }
            int place = (int) Math.ceil(share * ascending.size()) - 1;
            return ascending.get(Math.max(0, place)) / NANOS_PER_MICRO;
        }
    }

    /** @throws InvalidRecordingException when the file cannot be read */
    public static CallStatistics of(Path file) {
        Recording recording = RecordingReader.read(file);
        Map<String, List<Invocation>> bySource = recording.segments().stream()
                .flatMap((segment) -> segment.invocations().stream())
                .collect(Collectors.groupingBy((invocation) -> invocation.call().source()));
        List<Row> rows = bySource.entrySet().stream()
                .map((entry) -> Row.of(entry.getKey(), entry.getValue()))
                .sorted(Comparator.comparingDouble(Row::p50Micros).reversed().thenComparing(Row::call))
                .toList();
        return new CallStatistics(
                recording.header().recordedAt(),
                recording.header().gpulse(),
                Duration.ofNanos(recording.nanos()),
                rows);
    }
}
