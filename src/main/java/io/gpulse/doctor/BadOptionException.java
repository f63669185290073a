package io.gpulse.doctor;

/** An option is wrong; the message says which in one sentence. */
final class BadOptionException extends Exception {

    private static final long serialVersionUID = 1L;

    BadOptionException(String sentence) {
        super(sentence);
    }
}
