package io.gpulse.device;

/** A source has no GPUs to show; says why and what to do. */
public final class SourceUnavailableException extends Exception {

    private static final long serialVersionUID = 1L;

    private final transient Diagnosis diagnosis;

    public SourceUnavailableException(Diagnosis diagnosis) {
        super(diagnosis.reason());
        this.diagnosis = diagnosis;
    }

    public Diagnosis diagnosis() {
        return this.diagnosis;
    }
}
