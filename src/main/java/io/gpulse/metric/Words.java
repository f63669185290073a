package io.gpulse.metric;

import java.util.HashMap;
import java.util.Map;

/** The words that the driver's codes stand for, as nvidia-smi prints them. */
record Words(Map<Long, String> byCode, String otherwise) {

    private static final String UNKNOWN = "Unknown";

    /** The words of consecutive codes. */
    static Words from(long first, String... consecutive) {
        Map<Long, String> words = new HashMap<>();
        for (int i = 0; i < consecutive.length; i++) {
            words.put(first + i, consecutive[i]);
        }
        return new Words(Map.copyOf(words), UNKNOWN);
    }

    /** 0 is no, anything else yes. */
    static Words yesOrNo(String yes, String no) {
        return new Words(Map.of(0L, no), yes);
    }

    Words and(long code, String word) {
        Map<Long, String> more = new HashMap<>(this.byCode);
        more.put(code, word);
        return new Words(Map.copyOf(more), this.otherwise);
    }

    String of(long code) {
        String word = this.byCode.get(code);
        if (word != null) {
            return word;
        }
        return this.otherwise.equals(UNKNOWN) ? UNKNOWN + " (" + code + ")" : this.otherwise;
    }
}
