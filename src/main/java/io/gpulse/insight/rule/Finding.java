package io.gpulse.insight.rule;

import static io.gpulse.event.message.Messages.text;

import io.gpulse.device.ProcessSample;
import io.gpulse.event.Severity;
import io.gpulse.event.message.LocalizedText;
import io.gpulse.event.xid.Precedence;
import io.gpulse.event.xid.Remedy;
import io.gpulse.event.xid.RepairAction;
import io.gpulse.event.xid.ResetAdvice;
import io.gpulse.insight.window.GpuWindow;
import io.gpulse.metric.Metric;
import io.gpulse.metric.Unit;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.DoubleFunction;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** A finding of a rule in one round: its GPUs, its numbers and the values of its texts. */
public final class Finding implements Verdict {

    private final String subject;
    private final List<GpuWindow> gpus;
    private final Thresholds thresholds;
    private final Map<String, PlaceholderValue> values = new TreeMap<>();
    private final List<Evidence> evidence = new ArrayList<>();

    /** The texts that replace those of the rule, by the part that they replace. */
    private final Map<String, LocalizedText> texts = new TreeMap<>();

    private @Nullable Precedence precedence;
    private @Nullable RepairAction action;
    private @Nullable String key;
    private @Nullable Severity severity;
    private double heldSeconds;
    private @Nullable ChartSpec chart;
    private @Nullable ProcessSample process;

    /** The process that its texts name; of several findings the first, which has the program and the user of all. */
    private @Nullable ProcessSample named;

    /**
     * Creates a finding.
     *
     * @param subject distinguishes the findings of a rule
     * @param gpus empty for a finding about the machine
     */
    Finding(String subject, List<GpuWindow> gpus, Thresholds thresholds) {
        this.subject = subject;
        this.gpus = List.copyOf(gpus);
        this.thresholds = thresholds;
        if (!gpus.isEmpty()) {
            this.values.put("gpu", PlaceholderValue.gpus(gpus));
        }
    }

    /** Sets a text that is a part of the cause: findings with different texts have different causes. */
    Finding put(String name, LocalizedText text) {
        this.values.put(name, PlaceholderValue.ofCause(text));
        return this;
    }

    /**
     * Sets a text that may differ between GPUs of one cause.
     *
     * @param shared the part of the cause, used where the texts of several GPUs differ
     */
    Finding put(String name, LocalizedText text, LocalizedText shared) {
        this.values.put(name, PlaceholderValue.ofGpu(text, shared));
        return this;
    }

    /** Sets a number; several GPUs have a range. */
    Finding put(String name, double value, DoubleFunction<LocalizedText> format) {
        this.values.put(name, PlaceholderValue.ofNumber(value, format));
        return this;
    }

    /** Replaces the sentence of the rule. */
    Finding withSentence(LocalizedText other) {
        this.texts.put("sentence", other);
        return this;
    }

    /** Replaces the short form of the sentence. */
    Finding withShort(LocalizedText other) {
        this.texts.put("short", other);
        return this;
    }

    /** Replaces the cause of the rule. */
    Finding withCause(LocalizedText other) {
        this.texts.put("cause", other);
        return this;
    }

    /** Replaces the advice of the rule, but not its precedence. */
    Finding withAdvice(LocalizedText other) {
        this.texts.put("advice", other);
        return this;
    }

    /** Sets the cause, one of {@link Rule#causes}, where it is not the usual one of the rule. */
    Finding because(String other) {
        this.key = other;
        return this;
    }

    /** Replaces the advice of the rule. */
    Finding withAdvice(LocalizedText other, Precedence own) {
        return withAdvice(other, own, own.action());
    }

    /** Replaces the advice of the rule. */
    Finding withAdvice(LocalizedText other, Precedence own, RepairAction amounts) {
        this.precedence = own;
        this.action = amounts;
        return withAdvice(ResetAdvice.complete(other));
    }

    /** Replaces the advice of the rule. */
    Finding withAdvice(Remedy remedy) {
        return withAdvice(remedy.words(), remedy.precedence(), remedy.action());
    }

    /** Replaces the severity of the rule. */
    Finding withSeverity(Severity other) {
        this.severity = other;
        return this;
    }

    /** Sets for how long the condition has held already. */
    Finding heldFor(double seconds) {
        this.heldSeconds = seconds;
        return this;
    }

    /** Adds a number of now as evidence. */
    Finding shows(Metric metric, String key, double value) {
        return shows(metric, text(key), value);
    }

    /** Adds a number of now as evidence. */
    Finding shows(Metric metric, LocalizedText name, double value) {
        String gpu = this.gpus.size() == 1 ? this.gpus.get(0).uuid() : null;
        this.evidence.add(new Evidence(metric, name, value, metric.spec().unit(), null, null, gpu));
        return this;
    }

    /** Adds a count of now as evidence. */
    Finding shows(Metric metric, String key, long count) {
        return shows(metric, key, (double) count);
    }

    /** Adds a number of now that belongs to no metric. */
    Finding shows(String key, double value, Unit unit) {
        this.evidence.add(new Evidence(null, text(key), value, unit, null, null, null));
        return this;
    }

    /** Sets the threshold of the last number. */
    Finding against(String threshold) {
        return replaceLast((last) -> last.against(this.thresholds.of(threshold)));
    }

    /** Sets the window of the last number. */
    Finding over(double seconds) {
        return replaceLast((last) -> last.over(seconds));
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
        this.named = holder;
        return this;
    }

    public String subject() {
        return this.subject;
    }

    public List<GpuWindow> gpus() {
        return this.gpus;
    }

    /** Returns a key that findings of the same cause share. */
    public String cause() {
        return Stream.concat(
                        this.values.values().stream().map(PlaceholderValue::cause), Stream.of(this.texts.toString()))
                .collect(Collectors.joining("\n"));
    }

    /** Returns a text with its values: that of the rule, unless the finding has its own. */
    public LocalizedText message(String part, Rule rule) {
        LocalizedText own = this.texts.get(part);
        return fill(own == null ? rule.message(part) : own);
    }

    /** Returns a function that removes the names of users from a text of this finding. */
    public UnaryOperator<LocalizedText> anonymizer() {
        ProcessSample process = this.named;
        return process == null ? UnaryOperator.identity() : (text) -> Phrases.anonymous(text, process);
    }

    private LocalizedText fill(LocalizedText text) {
        boolean several = this.gpus.size() > 1;
        Map<String, LocalizedText> texts = new HashMap<>();
        this.values.forEach((name, value) -> texts.put(name, value.text(several)));
        return text.numbered(several).with(texts).strip();
    }

    /** Joins findings of the same cause into one about all their GPUs. */
    public static Finding joined(List<Finding> alike, List<GpuWindow> gpus) {
        Finding first = alike.get(0);
        Finding all = new Finding(first.subject, gpus, first.thresholds);
        first.values.forEach((name, value) -> {
            if (!name.equals("gpu")) {
                all.values.put(
                        name,
                        PlaceholderValue.join(alike.stream()
                                .map((finding) -> finding.values.getOrDefault(name, value))
                                .toList()));
            }
        });
        all.evidence.addAll(Evidence.join(alike));
        all.texts.putAll(first.texts);
        all.precedence = first.precedence;
        all.action = first.action;
        all.key = first.key;
        all.chart = first.chart;
        all.named = first.named;
        all.process = alike.stream().allMatch((one) -> isSame(one.process, first.process)) ? first.process : null;
        return all;
    }

    private static boolean isSame(@Nullable ProcessSample one, @Nullable ProcessSample other) {
        return one != null && other != null && one.pid() == other.pid();
    }

    public List<Evidence> evidence() {
        return this.evidence;
    }

    /** Returns the precedence of its advice. */
    public Precedence precedence(Rule rule) {
        return this.precedence == null ? rule.precedence() : this.precedence;
    }

    /** Returns what its advice amounts to. */
    public RepairAction action(Rule rule) {
        return this.action == null ? rule.action() : this.action;
    }

    /** Returns the key of its cause; that of unlisted ones for a cause that the rule does not list. */
    public String key(Rule rule) {
        String own = this.key == null ? rule.causes().get(0) : this.key;
        return rule.causes().contains(own) ? own : Rule.UNLISTED;
    }

    /** Returns the severity; null for that of the rule. */
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
