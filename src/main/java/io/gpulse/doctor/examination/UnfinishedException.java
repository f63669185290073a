package io.gpulse.doctor.examination;

/** A step does not return, or no time is left for it. The thread that is inside is left to itself. */
public final class UnfinishedException extends Exception {

    private static final long serialVersionUID = 1L;

    private final boolean hangs;

    private UnfinishedException(String sentence, boolean hangs) {
        super(sentence);
        this.hangs = hangs;
    }

    /** @param sentence names what does not return */
    static UnfinishedException hang(String sentence) {
        return new UnfinishedException(sentence, true);
    }

    static UnfinishedException noTime() {
        return new UnfinishedException("no time was left", false);
    }

    /** Returns whether the step takes too long; otherwise the others took all the time. */
    public boolean hangs() {
        return this.hangs;
    }

    public String sentence() {
        return String.valueOf(getMessage());
    }
}
