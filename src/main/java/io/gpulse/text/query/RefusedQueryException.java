package io.gpulse.text.query;

/** A question that nvidia-smi refuses; the message is the sentence that it prints. */
public final class RefusedQueryException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    RefusedQueryException(String sentence) {
        super(sentence);
    }

    @Override
    public String getMessage() {
        return String.valueOf(super.getMessage());
    }
}
