package io.gpulse.metric;

import java.util.HashMap;
import java.util.Map;

/** The labels of the driver's codes, as nvidia-smi prints them. */
record CodeLabels(Map<Long, String> byCode, String otherwise) {

    private static final String UNKNOWN = "Unknown";

    /** Labels consecutive codes. */
    static CodeLabels from(long first, String... consecutive) {
        Map<Long, String> labels = new HashMap<>();
        for (int i = 0; i < consecutive.length; i++) {
            labels.put(first + i, consecutive[i]);
        }
        return new CodeLabels(Map.copyOf(labels), UNKNOWN);
    }

    /** Labels 0 as no, and all other codes as yes. */
    static CodeLabels yesOrNo(String yes, String no) {
        return new CodeLabels(Map.of(0L, no), yes);
    }

    CodeLabels and(long code, String label) {
        Map<Long, String> more = new HashMap<>(this.byCode);
        more.put(code, label);
        return new CodeLabels(Map.copyOf(more), this.otherwise);
    }

    String of(long code) {
        String label = this.byCode.get(code);
        if (label != null) {
            return label;
        }
        return this.otherwise.equals(UNKNOWN) ? UNKNOWN + " (" + code + ")" : this.otherwise;
    }
}
