package io.gpulse.insight.rule;

import io.gpulse.device.ProcessSample;
import io.gpulse.event.Severity;
import io.gpulse.insight.window.GpuWindow;
import io.gpulse.metric.Metric;
import io.gpulse.metric.Unit;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** What a rule has found in one round: of what, by which numbers, in which words. */
public final class Finding implements Verdict {

    private final String subject;
    private final List<GpuWindow> gpus;
    private final Thresholds thresholds;
    private final Map<String, Phrase> words = new HashMap<>();
    private final List<Evidence> evidence = new ArrayList<>();
    private @Nullable Severity severity;
    private double heldSeconds;
    private @Nullable ChartSpec chart;
    private @Nullable ProcessSample process;

    /**
     * A finding.
     *
     * @param subject what it is told apart by, among those of its rule
     * @param gpus those that it is about; none when it is about the machine
     */
    Finding(String subject, List<GpuWindow> gpus, Thresholds thresholds) {
        this.subject = subject;
        this.gpus = List.copyOf(gpus);
        this.thresholds = thresholds;
        if (!gpus.isEmpty()) {
            say("gpu", Phrases.gpus(gpus.stream().map(GpuWindow::index).toList()));
        }
    }

    /** What stands for a placeholder. */
    Finding say(String name, Phrase word) {
        this.words.put(name, word);
        return this;
    }

    /** Another severity than the rule's. */
    Finding as(Severity other) {
        this.severity = other;
        return this;
    }

    /** For how long it has been so already. */
    Finding heldFor(double seconds) {
        this.heldSeconds = seconds;
        return this;
    }

    /** A number of now. */
    Finding shows(Metric metric, Phrase name, double value) {
        String gpu = this.gpus.size() == 1 ? this.gpus.get(0).uuid() : null;
        this.evidence.add(new Evidence(metric, name, value, metric.spec().unit(), null, null, gpu));
        return this;
    }

    /** A count of now. */
    Finding shows(Metric metric, Phrase name, long count) {
        return shows(metric, name, (double) count);
    }

    /** A number of now that is of no row. */
    Finding shows(Phrase name, double value, Unit unit) {
        this.evidence.add(new Evidence(null, name, value, unit, null, null, null));
        return this;
    }

    /** What the last number was compared with. */
    Finding against(String threshold) {
        return replaceLast((last) -> new Evidence(
                last.metric(),
                last.name(),
                last.value(),
                last.unit(),
                this.thresholds.of(threshold),
                last.windowSeconds(),
                last.gpu()));
    }

    /** Of what span of time the last number is. */
    Finding over(double seconds) {
        return replaceLast((last) -> new Evidence(
                last.metric(), last.name(), last.value(), last.unit(), last.threshold(), seconds, last.gpu()));
    }

    private Finding replaceLast(UnaryOperator<Evidence> change) {
        this.evidence.add(change.apply(this.evidence.remove(this.evidence.size() - 1)));
        return this;
    }

    Finding charts(ChartSpec spec) {
        this.chart = spec;
        return this;
    }

    Finding heldBy(@Nullable ProcessSample holder) {
        this.process = holder;
        return this;
    }

    public String subject() {
        return this.subject;
    }

    public List<GpuWindow> gpus() {
        return this.gpus;
    }

    public Map<String, Phrase> words() {
        return this.words;
    }

    public List<Evidence> evidence() {
        return this.evidence;
    }

    /** Null for that of the rule. */
    public @Nullable Severity severity() {
        return this.severity;
    }

    public double heldSeconds() {
        return this.heldSeconds;
    }

    public @Nullable ChartSpec chart() {
        return this.chart;
    }

    public @Nullable ProcessSample process() {
        return this.process;
    }
}
