package io.gpulse.view;

import io.gpulse.metric.InvalidNamesException;
import io.gpulse.metric.Metric;
import io.gpulse.metric.NameTable;
import io.gpulse.web.ProblemException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Finds metrics by key or glob. */
public final class MetricNames {

    private static final NameTable<Metric> KEYS = new NameTable<>("There is no metric", keys());

    private MetricNames() {}

    private static Map<String, Metric> keys() {
        Map<String, Metric> keys = new LinkedHashMap<>();
        for (Metric metric : Metric.values()) {
            keys.put(metric.key(), metric);
        }
        return keys;
    }

    /** @throws ProblemException when a name matches nothing, or there are too many globs */
    public static Set<Metric> findAll(List<String> names) {
        try {
            return KEYS.findAll("metrics", names);
        } catch (InvalidNamesException wrong) {
            throw ProblemException.badRequest(String.valueOf(wrong.getMessage()));
        }
    }
}
