package io.gpulse.history;

import java.util.List;

/** Samples of some rounds, the oldest first, and the GPUs that they are about. */
public record Batch(List<KnownGpu> gpus, List<StoredSample> samples) {

    public Batch {
        gpus = List.copyOf(gpus);
        samples = List.copyOf(samples);
    }
}
