package io.gpulse.doctor;

/** Something does not return; the message names it. The thread that is inside is left to itself. */
final class HangException extends Exception {

    private static final long serialVersionUID = 1L;

    HangException(String what) {
        super(what);
    }

    String sentence() {
        return String.valueOf(getMessage());
    }
}
