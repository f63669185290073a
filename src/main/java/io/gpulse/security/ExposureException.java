package io.gpulse.security;

/** A configuration that would expose gpulse to the network; the message names the remedies. */
public final class ExposureException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    ExposureException(String sentence) {
        super(sentence);
    }
}
