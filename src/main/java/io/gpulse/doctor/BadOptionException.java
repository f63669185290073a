package io.gpulse.doctor;

/** An invalid option; the message names it in one sentence. */
final class BadOptionException extends Exception {

    private static final long serialVersionUID = 1L;

    BadOptionException(String sentence) {
        super(sentence);
    }
}
