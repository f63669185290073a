package io.gpulse.text.query;

import io.gpulse.device.GpuSample;
import io.gpulse.device.Snapshot;
import java.util.function.Predicate;

/** What nvidia-smi prints when it is asked something, made of snapshots. Equal when it prints the same. */
public interface SmiOutput {

    /** Printed once, before all else, as the nvidia-smi of the snapshot's driver spells it; may be empty. */
    String header(Snapshot snapshot);

    /** What is printed of a snapshot, of the GPUs that are wanted. */
    String of(Snapshot snapshot, Predicate<GpuSample> wanted);
}
