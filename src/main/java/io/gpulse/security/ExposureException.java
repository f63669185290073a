package io.gpulse.security;

/** gpulse does not start so, because it would be open to those it should not be; the message says how to mend it. */
public final class ExposureException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    ExposureException(String sentence) {
        super(sentence);
    }
}
