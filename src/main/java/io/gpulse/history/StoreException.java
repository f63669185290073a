package io.gpulse.history;

/** A failure to open, read or write a store, with a message for users. */
public final class StoreException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    /** The kind of a failure. */
    public enum Fault {
        /** The history is disabled. */
        OFF,
        /** Another process has the store open. */
        LOCKED,
        /** The file was written by a newer gpulse, belongs to another program or user, or is not a regular file. */
        NEWER,
        /** The folder or file is not writable. */
        READ_ONLY,
        /** The content is damaged. */
        DAMAGED,
        /** The disk is full or fails. */
        UNAVAILABLE
    }

    private final Fault fault;

    public StoreException(Fault fault, String message, Throwable cause) {
        super(message, cause);
        this.fault = fault;
    }

    public StoreException(Fault fault, String message) {
        super(message);
        this.fault = fault;
    }

    public Fault fault() {
        return this.fault;
    }
}
