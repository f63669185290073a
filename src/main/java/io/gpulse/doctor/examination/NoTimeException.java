package io.gpulse.doctor.examination;

/** The time limit of the examination is used up. Unfinished steps have no result. */
public final class NoTimeException extends Exception {

    private static final long serialVersionUID = 1L;
}
