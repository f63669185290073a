package io.gpulse.recording;

/** A recording that cannot be read or written; the message has the file and the reason in one sentence. */
public final class InvalidRecordingException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    InvalidRecordingException(String sentence) {
        super(sentence);
    }
}
