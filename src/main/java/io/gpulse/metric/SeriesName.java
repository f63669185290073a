package io.gpulse.metric;

import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;

/** How a metric is called among time series: its key in snake case, with its base unit. */
final class SeriesName {

    private static final Pattern HUMP = Pattern.compile("(?<=[a-z0-9])(?=[A-Z])");
    private static final String HOST = "host.";

    private SeriesName() {}

    /** Empty for a word, and for what there is one of per process: a PID is no label. */
    static Optional<String> of(MetricSpec spec) {
        if (spec.kind() == Kind.TEXT || spec.scope() == Scope.PROCESS) {
            return Optional.empty();
        }
        boolean counted = spec.kind() == Kind.COUNTER;
        String unit = spec.unit().baseName();
        return Optional.of(subject(spec.scope())
                + body(spec.key(), counted)
                + (unit.isEmpty() ? "" : "_" + unit)
                + (counted ? "_total" : ""));
    }

    private static String subject(Scope scope) {
        return switch (scope) {
            case HOST, CORE, DISK, NETWORK -> "gpulse_host_";
            default -> "gpulse_gpu_";
        };
    }

    private static String body(String key, boolean counted) {
        String said = key.startsWith(HOST) ? key.substring(HOST.length()) : key;
        String brief = without(counted ? without(said, ".total") : said, ".gpu");
        String snake = HUMP.matcher(brief).replaceAll("_").replace('.', '_').toLowerCase(Locale.ROOT);
        // _count belongs to histograms: a session count is so many sessions.
        return snake.endsWith("_count") ? without(snake, "_count") + "s" : snake;
    }

    private static String without(String text, String end) {
        return text.endsWith(end) ? text.substring(0, text.length() - end.length()) : text;
    }
}
