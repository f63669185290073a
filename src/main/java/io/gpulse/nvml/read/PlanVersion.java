package io.gpulse.nvml.read;

/** Which version of its plan a GPU is read by: another one as soon as a round wants other field values than before. */
final class PlanVersion {

    private int number;

    void change() {
        this.number++;
    }

    int number() {
        return this.number;
    }
}
