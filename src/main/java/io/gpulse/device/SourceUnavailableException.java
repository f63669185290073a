package io.gpulse.device;

/** The failure of a source to show GPUs, with the reason and the next steps. */
public final class SourceUnavailableException extends RuntimeException {

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
