package io.gpulse.device;

import io.gpulse.metric.Metric;
import java.time.Duration;
import java.time.Instant;
import java.util.List;

/** The time of simulated GPUs before their first sample. All values depend on the time and the GPU alone. */
public interface SimulatedPast {

    /** Returns the length of the past; zero for none. */
    Duration length();

    /** Returns whether gpulse ran at a time. */
    boolean isRecorded(Instant at);

    /** Returns the GPUs, by the driver's index. */
    List<GpuIdentity> gpus();

    /** Returns the metrics of the values, in their order. */
    List<Metric> metrics();

    /**
     * Returns the values that a round reads a second after another round; NaN for those that the GPU does not have.
     *
     * @param gpu the driver's index
     */
    double[] sample(int gpu, Instant at);

    /**
     * Returns limits and settings at an instant, on which events and alerts depend. The history does not have them.
     *
     * @param gpu the driver's index
     */
    Readings settings(int gpu, Instant at);

    /**
     * Returns what the driver reported by itself, in the order of time.
     *
     * @param to exclusive
     */
    List<DriverEvent> reports(Instant from, Instant to);

    /**
     * Returns the values at an instant, for the least and the greatest of a minute; NaN for metrics without a mean.
     *
     * @param gpu the driver's index
     */
    double[] instant(int gpu, Instant at);

    /**
     * Returns the exact means of a time that ends at an instant; NaN for metrics whose mean is that of instants.
     *
     * @param gpu the driver's index
     */
    double[] means(int gpu, Instant until, Duration length);

    /**
     * Returns the MIG instances of a GPU, with their activity as the mean of a time that ends at an instant; none of a
     * GPU that is not split.
     *
     * @param gpu the driver's index
     */
    List<MigSample> instances(int gpu, Instant until, Duration length);

    /**
     * Returns the processes on a GPU, with user and memory; on a GPU that is not split, the first one does all the
     * work.
     *
     * @param gpu the driver's index
     */
    List<ProcessSample> processes(int gpu, Instant at);
}
