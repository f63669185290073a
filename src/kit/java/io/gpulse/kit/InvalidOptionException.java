package io.gpulse.kit;

/** An option that the look does not understand; the message says so in one sentence. */
final class InvalidOptionException extends Exception {

    private static final long serialVersionUID = 1L;

    InvalidOptionException(String sentence) {
        super(sentence);
    }
}
