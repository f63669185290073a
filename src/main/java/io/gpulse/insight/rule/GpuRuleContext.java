package io.gpulse.insight.rule;

import io.gpulse.device.GpuMemory;
import io.gpulse.device.ProcessSample;
import io.gpulse.event.xid.Mounting;
import io.gpulse.insight.window.GpuWindow;
import io.gpulse.insight.window.MachineWindow;
import io.gpulse.insight.window.Series;
import io.gpulse.metric.Metric;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.function.DoublePredicate;
import org.jspecify.annotations.Nullable;

/** The input of a rule for one GPU. Unknown numbers are NaN, with which no comparison holds. */
record GpuRuleContext(MachineWindow machine, GpuWindow gpu, Thresholds thresholds) {

    /** Returns the current value. */
    double value(Metric metric) {
        return this.gpu.sample().readings().number(metric).orElse(Double.NaN);
    }

    /** Returns whether the GPU has no memory of its own, but shares that of the system. */
    boolean sharesMemory() {
        return GpuMemory.isShared(this.gpu.sample().readings());
    }

    double threshold(String name) {
        return this.thresholds.of(name);
    }

    /** Returns the mean of a window. */
    double mean(Metric metric, String window) {
        return Series.known(slots(metric, window)).average().orElse(Double.NaN);
    }

    /** Returns the slots of a window, the oldest first; NaN for an unknown value. */
    double[] slots(Metric metric, String window) {
        return this.gpu.hour(metric).last(now(), this.thresholds.millis(window));
    }

    boolean isWatched(Metric metric, String window) {
        return this.gpu.hour(metric).isFull(now(), this.thresholds.millis(window));
    }

    Verdict waiting(String window) {
        return Verdict.waiting(threshold(window));
    }

    /** Returns for how many seconds a condition has held, with breaks shorter than the window. */
    double heldFor(Metric metric, String window, DoublePredicate holds) {
        long held = this.gpu.hour(metric).heldFor(now(), this.thresholds.millis(window), holds);
        // Slots of the past are longer than rounds.
        return Math.min(held, this.gpu.watchedFor(now())) / 1000.0;
    }

    double secondsSince(Instant earlier) {
        return Math.max(0, Duration.between(earlier, this.machine.wall()).toMillis() / 1000.0);
    }

    Mounting mounting() {
        return Mounting.of(this.gpu.sample().identity());
    }

    long now() {
        return this.machine.now();
    }

    /** Returns the idle time in seconds; empty while the GPU is busy. */
    Optional<Double> idleFor() {
        return this.gpu.idleFor(now()).map((millis) -> millis / 1000.0);
    }

    /** Returns the process with the most memory; null when there is none, or none is known. */
    @Nullable
    ProcessSample largestProcess() {
        List<ProcessSample> processes = this.gpu.processes();
        return processes.isEmpty() ? null : processes.get(0);
    }

    Finding finding() {
        return new Finding(this.gpu.key(), List.of(this.gpu), this.thresholds);
    }

    ChartSpec chart(Metric metric, Duration span) {
        return new ChartSpec(this.gpu, metric, span, null, null);
    }
}
