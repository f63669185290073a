package io.gpulse.metric;

import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/** How a metric is called among time series: its key in snake case, with its base unit. */
final class SeriesName {

    private static final Pattern HUMP = Pattern.compile("(?<=[a-z0-9])(?=[A-Z])");
    private static final String HOST = "host.";
    private static final Set<Scope> OF_PROCESSES = Set.of(Scope.PROCESS, Scope.HOST_PROCESS);

    /** {@code utilization.gpu} is of the GPU as all else is, and so is its maximum. */
    private static final Pattern GPU_ITSELF = Pattern.compile("\\.gpu(\\.min|\\.max)?$");

    private SeriesName() {}

    /** Empty for a word, and for what there is one of per process: a PID is no label. */
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

    /** Keys of the machine's parts begin with what they are of; with host before it, a sum would have their name. */
    private static String subject(Scope scope) {
        return switch (scope) {
            case HOST -> "gpulse_host_";
            case CORE, DISK, NETWORK -> "gpulse_";
            default -> "gpulse_gpu_";
        };
    }

    private static String body(String key, boolean counted) {
        String said = key.startsWith(HOST) ? key.substring(HOST.length()) : key;
        String brief =
                GPU_ITSELF.matcher(counted ? without(said, ".total") : said).replaceFirst("$1");
        String snake = HUMP.matcher(brief).replaceAll("_").replace('.', '_').toLowerCase(Locale.ROOT);
        // Histograms and summaries are kinds of series; these are a count of banks of memory and a state.
        snake = snake.replace("_histogram_", "_banks_").replace("_health_summary", "_health");
        // _count belongs to histograms: a session count is so many sessions, and a total says that it counts.
        return snake.endsWith("_count") ? without(snake, "_count") + (counted ? "" : "s") : snake;
    }

    private static String without(String text, String end) {
        return text.endsWith(end) ? text.substring(0, text.length() - end.length()) : text;
    }
}
