package io.gpulse.history;

/** A store that cannot be opened, read or written; the message says why, for people. */
public final class StoreException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    /** What is to be done about it. */
    public enum Fault {
        /** Nobody wants one. */
        OFF,
        /** Somebody else has it. */
        LOCKED,
        /** It was written by a newer gpulse, belongs to another program or user, or is no file. */
        NEWER,
        /** The place cannot be written to. */
        READ_ONLY,
        /** What is stored makes no sense. */
        DAMAGED,
        /** The disk is full, or fails. */
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
