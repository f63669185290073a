package io.gpulse.snapshot;

import io.gpulse.metric.Metric;
import io.gpulse.metric.Scope;
import io.gpulse.web.parameter.EnumParameter;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * A sort key of processes.
 *
 * @param by a row of the catalogue with scope PROCESS
 */
record ProcessSort(Metric by) {

    static final ProcessSort BY_MEMORY = new ProcessSort(Metric.PROCESS_MEMORY);

    /** Short names of numeric rows; keys of words are short enough. */
    private static final Map<String, Metric> SHORT_NAMES = new LinkedHashMap<>();

    static {
        SHORT_NAMES.put("memory", Metric.PROCESS_MEMORY);
        SHORT_NAMES.put("sm", Metric.PROCESS_SM);
        SHORT_NAMES.put("memory-utilization", Metric.PROCESS_MEMORY_UTILIZATION);
        SHORT_NAMES.put("encoder", Metric.PROCESS_ENCODER);
        SHORT_NAMES.put("decoder", Metric.PROCESS_DECODER);
        SHORT_NAMES.put("host-cpu", Metric.PROCESS_HOST_CPU);
        SHORT_NAMES.put("host-memory", Metric.PROCESS_HOST_MEMORY);
        SHORT_NAMES.put("elapsed", Metric.PROCESS_ELAPSED);
    }

    /** The short names, and all keys of the catalogue with scope PROCESS. */
    static final EnumParameter<ProcessSort> WORDS = new EnumParameter<>(ProcessSort.class, words(), ProcessSort::of);

    private static List<String> words() {
        Stream<String> keys = Metric.of(Scope.PROCESS).stream().map(Metric::key);
        return Stream.concat(SHORT_NAMES.keySet().stream(), keys).toList();
    }

    private static ProcessSort of(String word) {
        Metric named = SHORT_NAMES.get(word);
        return new ProcessSort(named != null ? named : Metric.named(word).orElseThrow());
    }
}
