package io.gpulse.doctor.examination;

/** Something does not return; the message names it. The thread that is inside is left to itself. */
public final class HangException extends Exception {

    private static final long serialVersionUID = 1L;

    HangException(String what) {
        super(what);
    }

    public String sentence() {
        return String.valueOf(getMessage());
    }
}
