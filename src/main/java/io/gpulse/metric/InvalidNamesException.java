package io.gpulse.metric;

/** A list names what does not exist, or too much; the message is a sentence for whoever wrote it. */
public final class InvalidNamesException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    InvalidNamesException(String sentence) {
        super(sentence);
    }
}
