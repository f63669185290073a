package io.gpulse.nvml.read;

/** The version of the plan that a GPU is read by: it changes as soon as a round reads other rows or field values. */
final class PlanVersion {

    private int number;

    void change() {
        this.number++;
    }

    int number() {
        return this.number;
    }
}
