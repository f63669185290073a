package io.gpulse.smi;

/** A failed query of nvidia-smi; the message is one sentence with the reason. */
public final class SmiRefusedException extends Exception {

    private static final long serialVersionUID = 1L;

    SmiRefusedException(String sentence) {
        super(sentence);
    }

    public String sentence() {
        return String.valueOf(getMessage());
    }
}
