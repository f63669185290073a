package io.gpulse.demo;

/**
 * How busy a data-parallel training keeps its GPUs: it waits for input after each batch of about 1.8 seconds, writes a
 * checkpoint about every 95 seconds, and validates about every 210. Both begin after a batch, for a training counts
 * batches, not seconds.
 */
final class Training {

    private static final int CHECKPOINT_EVERY = 46;
    private static final int VALIDATION_EVERY = 102;

    /** The first number of batches that both divide. */
    private static final int BATCHES = 2346;

    private final TraceBuilder pen = new TraceBuilder(0);

    private Training() {}

    static Trace activity() {
        Training training = new Training();
        for (int batch = 0; batch < BATCHES; batch++) {
            training.go(batch);
        }
        return training.pen.trace();
    }

    private void go(int batch) {
        if (batch % CHECKPOINT_EVERY == CHECKPOINT_EVERY / 2) {
            checkpoint();
        }
        if (batch % VALIDATION_EVERY == 60) {
            validate();
        }
        work(batch);
    }

    /** Adds a batch: full load, then none. Batches differ slightly. */
    private void work(int batch) {
        double length = (Math.sin(batch * 0.61) + Math.sin(batch * 0.173)) / 2;
        this.pen.to(1, 0.2).stay(0.78 + 0.14 * length).to(0, 0.25).stay(0.57 - 0.06 * length);
    }

    /** Adds a checkpoint: the ranks copy weights and wait for the disk. */
    private void checkpoint() {
        this.pen
                .to(0.04, 0.3)
                .to(0.015, 1.1)
                .to(0.035, 0.9)
                .to(0.01, 1.6)
                .to(0.03, 1.1)
                .to(0.02, 0.7)
                .to(0, 0.3);
    }

    /** Its few batches have been loaded before. */
    private void validate() {
        this.pen.to(0.96, 0.2);
        for (int batch = 0; batch < 6; batch++) {
            this.pen.to(0.975, 0.9).to(0.945, 1.3);
        }
        this.pen.to(0.96, 0.4).to(0, 0.2);
    }
}
