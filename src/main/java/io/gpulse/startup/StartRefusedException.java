package io.gpulse.startup;

/** A configuration with which gpulse does not start; the message is the sentence for the user. */
final class StartRefusedException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    StartRefusedException(String sentence) {
        super(sentence);
    }
}
