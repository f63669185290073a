package io.gpulse.text.query;

/** A query that nvidia-smi rejects; the message is the one that it prints. */
public final class RefusedQueryException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    RefusedQueryException(String message) {
        super(message);
    }

    @Override
    public String getMessage() {
        return String.valueOf(super.getMessage());
    }
}
