package io.gpulse.metric;

import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/** The name of a metric's time series: its key in snake case, with its base unit. */
final class SeriesName {

    private static final Pattern HUMP = Pattern.compile("(?<=[a-z0-9])(?=[A-Z])");
    private static final String HOST = "host.";
    private static final Set<Scope> OF_PROCESSES = Set.of(Scope.PROCESS, Scope.HOST_PROCESS);

    /** The end of {@code utilization.gpu}, which is redundant after the prefix. */
    private static final Pattern GPU_ITSELF = Pattern.compile("\\.gpu(\\.min|\\.max)?$");

    private SeriesName() {}

    /** Returns the name; empty for a text, and for a row of processes, since a PID is not a label. */
    static Optional<String> of(MetricSpec spec) {
        if (spec.kind() == Kind.TEXT || OF_PROCESSES.contains(spec.scope())) {
            return Optional.empty();
        }
        boolean counted = spec.kind() == Kind.COUNTER;
        String unit = spec.unit().baseName();
        return Optional.of(subject(spec.scope())
                + body(spec.key(), counted)
                + (unit.isEmpty() ? "" : "_" + unit)
                + (counted ? "_total" : ""));
    }

    /** Returns the prefix. That of the machine's parts is short, since a total of the host would have their name. */
    private static String subject(Scope scope) {
        return switch (scope) {
            case HOST -> "gpulse_host_";
            case MIG, CORE, DISK, NETWORK -> "gpulse_";
            default -> "gpulse_gpu_";
        };
    }

    private static String body(String key, boolean counted) {
        String name = key.startsWith(HOST) ? key.substring(HOST.length()) : key;
        String brief =
                GPU_ITSELF.matcher(counted ? without(name, ".total") : name).replaceFirst("$1");
        String snake = HUMP.matcher(brief).replaceAll("_").replace('.', '_').toLowerCase(Locale.ROOT);
        // Histogram and summary are types of series; these rows are a count of banks of memory and a state.
        snake = snake.replace("_histogram_", "_banks_").replace("_health_summary", "_health");
        // The suffix _count belongs to histograms: a gauge becomes a plural, and a counter ends in _total.
        return snake.endsWith("_count") ? without(snake, "_count") + (counted ? "" : "s") : snake;
    }

    private static String without(String text, String end) {
        return text.endsWith(end) ? text.substring(0, text.length() - end.length()) : text;
    }
}
