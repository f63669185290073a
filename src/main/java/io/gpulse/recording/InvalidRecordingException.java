package io.gpulse.recording;

/** A file cannot be replayed, or not be written; the message says which and why in one sentence. */
public final class InvalidRecordingException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    InvalidRecordingException(String sentence) {
        super(sentence);
    }
}
