package io.gpulse.smi;

import org.jspecify.annotations.Nullable;

/** A failed query of nvidia-smi; the message is one sentence with the reason. */
public final class SmiRefusedException extends Exception {

    private static final long serialVersionUID = 1L;

    private final transient Child.@Nullable Result result;

    SmiRefusedException(String sentence) {
        this(sentence, null);
    }

    /** @param result of the run; null where nvidia-smi has not ended by itself */
    SmiRefusedException(String sentence, Child.@Nullable Result result) {
        super(sentence);
        this.result = result;
    }

    Child.@Nullable Result result() {
        return this.result;
    }

    public String sentence() {
        return String.valueOf(getMessage());
    }
}
