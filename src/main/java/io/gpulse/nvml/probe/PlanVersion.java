package io.gpulse.nvml.probe;

/** The version of the plan of a GPU. It changes as soon as a round reads other rows or field values. */
public final class PlanVersion {

    private int number;

    PlanVersion() {}

    public void change() {
        this.number++;
    }

    public int number() {
        return this.number;
    }
}
