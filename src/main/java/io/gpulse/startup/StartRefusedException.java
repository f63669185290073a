package io.gpulse.startup;

/** gpulse does not start with such a configuration; the message is the sentence that the user reads. */
final class StartRefusedException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    StartRefusedException(String sentence) {
        super(sentence);
    }
}
