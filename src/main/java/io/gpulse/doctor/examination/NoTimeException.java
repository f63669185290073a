package io.gpulse.doctor.examination;

/** All the time that there was is spent, which says nothing of what was not done, or not done to its end. */
public final class NoTimeException extends Exception {

    private static final long serialVersionUID = 1L;
}
