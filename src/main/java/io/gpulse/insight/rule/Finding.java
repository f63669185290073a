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
import java.util.Objects;
import java.util.TreeMap;
import java.util.function.DoubleFunction;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** What a rule has found in one round: of what, by which numbers, in which words. */
public final class Finding implements Verdict {

    private final String subject;
    private final List<GpuWindow> gpus;
    private final Thresholds thresholds;
    private final Map<String, Word> words = new TreeMap<>();
    private final List<Evidence> evidence = new ArrayList<>();
    private @Nullable Severity severity;
    private double heldSeconds;
    private @Nullable ChartSpec chart;
    private @Nullable ProcessSample process;
    private @Nullable Phrase sentence;
    private @Nullable Phrase cause;
    private @Nullable Phrase advice;

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
            this.words.put("gpu", Word.gpus(gpus));
        }
    }

    /** A placeholder's text, which is a part of the cause: findings that differ in it have different causes. */
    Finding say(String name, Phrase text) {
        this.words.put(name, Word.ofCause(text));
        return this;
    }

    /**
     * A placeholder's text that may differ between GPUs of one cause.
     *
     * @param shared the part of the cause, printed where the texts of several GPUs differ
     */
    Finding say(String name, Phrase text, Phrase shared) {
        this.words.put(name, Word.ofGpu(text, shared));
        return this;
    }

    /** A placeholder's number; several GPUs have a range. */
    Finding say(String name, double value, DoubleFunction<Phrase> format) {
        this.words.put(name, Word.ofNumber(value, format));
        return this;
    }

    /** Another sentence than the rule's. */
    Finding saying(@Nullable Phrase other) {
        this.sentence = other;
        return this;
    }

    /** Another cause than the rule's. */
    Finding because(@Nullable Phrase other) {
        this.cause = other;
        return this;
    }

    /** Another advice than the rule's. */
    Finding advising(@Nullable Phrase other) {
        this.advice = other;
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

    /** What findings of the same cause have in common, besides the rule. */
    public String cause() {
        Stream<String> texts = Stream.of(this.sentence, this.cause, this.advice).map(String::valueOf);
        return Stream.concat(this.words.values().stream().map(Word::cause), texts)
                .collect(Collectors.joining("\n"));
    }

    /** Its own sentence, or the rule's. */
    public Phrase sentence(Rule rule) {
        return fill(Objects.requireNonNullElse(this.sentence, rule.sentence()));
    }

    /** Its own cause, or the rule's. */
    public Phrase cause(Rule rule) {
        return fill(Objects.requireNonNullElse(this.cause, rule.cause()));
    }

    /** Its own advice, or the rule's. */
    public Phrase advice(Rule rule) {
        return fill(Objects.requireNonNullElse(this.advice, rule.advice()));
    }

    private Phrase fill(Phrase text) {
        boolean several = this.gpus.size() > 1;
        Map<String, Phrase> texts = new HashMap<>();
        this.words.forEach((name, word) -> texts.put(name, word.text(several)));
        return text.numbered(several).with(texts).strip();
    }

    /**
     * One finding for those of one cause.
     *
     * @param gpus those of all of them
     */
    public static Finding joined(List<Finding> alike, List<GpuWindow> gpus) {
        Finding first = alike.get(0);
        Finding all = new Finding(first.subject, gpus, first.thresholds);
        first.words.forEach((name, word) -> {
            if (!name.equals("gpu")) {
                List<Word> each = alike.stream()
                        .map((finding) -> finding.words.getOrDefault(name, word))
                        .toList();
                all.words.put(name, Word.joined(each));
            }
        });
        all.evidence.addAll(Evidence.joined(alike));
        all.sentence = first.sentence;
        all.cause = first.cause;
        all.advice = first.advice;
        all.chart = first.chart;
        all.process = alike.stream().allMatch((one) -> isSame(one.process, first.process)) ? first.process : null;
        return all;
    }

    private static boolean isSame(@Nullable ProcessSample one, @Nullable ProcessSample other) {
        return one != null && other != null && one.pid() == other.pid();
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
