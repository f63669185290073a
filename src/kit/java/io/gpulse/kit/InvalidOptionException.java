package io.gpulse.kit;

/** An unknown or invalid option; the message is one sentence. */
final class InvalidOptionException extends Exception {

    private static final long serialVersionUID = 1L;

    InvalidOptionException(String sentence) {
        super(sentence);
    }
}
