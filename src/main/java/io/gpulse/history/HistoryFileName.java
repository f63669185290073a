package io.gpulse.history;

import io.gpulse.device.HostSample;
import io.gpulse.device.Snapshot;
import io.gpulse.metric.Metric;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The name of a file of stored series: its content, the host and the time span. */
final class HistoryFileName {

    private static final DateTimeFormatter MINUTE =
            DateTimeFormatter.ofPattern("yyyy-MM-dd'T'HH-mm").withZone(ZoneOffset.UTC);

    private HistoryFileName() {}

    /**
     * Returns a name such as {@code gpulse-power-draw-gpu3-trn-01-2026-11-26T10-00_2026-11-26T11-00.csv}, with times in
     * UTC.
     *
     * @param gpus the requested GPUs; empty for all
     * @param latest null before the first round, when the host is not known
     */
    static String of(List<Metric> metrics, Map<String, KnownGpu> gpus, WindowQuery span, @Nullable Snapshot latest) {
        HostSample host = latest == null ? null : latest.host();
        Stream<String> parts = Stream.of(
                "gpulse",
                metrics.size() == 1 ? metrics.get(0).key() : "history",
                gpus.size() == 1 ? "gpu" + index(gpus.values()) : "",
                host == null ? "" : host.hostname(),
                minute(span.from()) + "_" + minute(span.to()));
        return parts.map(HistoryFileName::safe)
                        .filter((part) -> !part.isEmpty())
                        .collect(Collectors.joining("-")) + ".csv";
    }

    private static String minute(long epochMillis) {
        return MINUTE.format(Instant.ofEpochMilli(epochMillis));
    }

    private static int index(Collection<KnownGpu> gpus) {
        return gpus.iterator().next().index();
    }

    /** Replaces all characters that a file system or a shell may not accept. */
    private static String safe(String part) {
        return part.replaceAll("[^A-Za-z0-9_-]+", "-");
    }
}
