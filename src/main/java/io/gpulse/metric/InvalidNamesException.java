package io.gpulse.metric;

/** The failure to resolve a list with unknown or too many names; the message is a sentence for its author. */
public final class InvalidNamesException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    InvalidNamesException(String sentence) {
        super(sentence);
    }
}
