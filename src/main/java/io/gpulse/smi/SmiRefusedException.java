package io.gpulse.smi;

/** nvidia-smi gave no answer; the message says in a sentence why. */
public final class SmiRefusedException extends Exception {

    private static final long serialVersionUID = 1L;

    SmiRefusedException(String sentence) {
        super(sentence);
    }

    public String sentence() {
        return String.valueOf(getMessage());
    }
}
