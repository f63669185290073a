package io.gpulse.history.states;

import io.gpulse.history.accounting.GpuUse;
import io.gpulse.history.accounting.UseSeconds;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The states of one GPU in a time span. Segments are added in the order of their begin. */
final class StateTimeline {

    private static final String GAP = "gap";
    private static final long SHORT_MILLIS = 1000;

    private final Segment span;
    private final long step;
    private final int most;
    private final UseSeconds seconds = new UseSeconds();
    private List<Segment> segments = new ArrayList<>();

    /** The end of the time with a known state, in epoch ms. */
    private long end;

    /**
     * Time in one state.
     *
     * @param from in epoch ms
     * @param to in epoch ms
     * @param cause of the state; null when unknown, or when there is none
     */
    record Segment(long from, long to, GpuUse use, @Nullable String cause) {

        Segment within(long begin, long until) {
            return new Segment(Math.max(begin, this.from), Math.min(until, this.to), this.use, this.cause);
        }

        boolean isEmpty() {
            return this.from >= this.to;
        }

        boolean isSameState(Segment other) {
            return this.use == other.use && Objects.equals(this.cause, other.cause);
        }

        Segment worse(Segment other) {
            return other.use.isWorseThan(this.use) ? other : this;
        }

        double seconds() {
            return (this.to - this.from) / 1000.0;
        }
    }

    /**
     * Creates an empty timeline.
     *
     * @param step width of the steps that have one state if there are too many segments, in ms
     * @param most maximum number of segments, at least two for each step that the time span touches
     */
    StateTimeline(long from, long to, long step, int most) {
        this.span = new Segment(from, to, GpuUse.NO_SAMPLES, GAP);
        this.end = from;
        this.step = step;
        this.most = most;
    }

    /** Adds time in a state; the time since the one before has no samples. */
    void add(Segment added) {
        Segment segment = added.within(this.span.from, this.span.to);
        if (segment.isEmpty()) {
            return;
        }
        fill(segment.from);
        this.seconds.add(segment.use, segment.seconds());
        overlay(segment.within(segment.from, this.end));
        append(segment.within(this.end, segment.to));
        if (this.segments.size() > 2 * this.most) {
            mergeSteps();
        }
    }

    /**
     * Adds the states of a time in which their order is unknown: the one before continues, if it is one of them.
     *
     * @param from in epoch ms
     * @param to in epoch ms
     */
    void addInAnyOrder(UseSeconds states, long from, long to) {
        GpuUse before = this.segments.isEmpty() ? null : this.segments.get(this.segments.size() - 1).use;
        List<GpuUse> uses = Stream.of(GpuUse.values())
                .filter((use) -> Math.round(states.of(use) * 1000) > 0)
                .sorted(Comparator.comparing((GpuUse use) -> use != before))
                .toList();
        double known = uses.stream().mapToDouble(states::of).sum() * 1000;
        // Less than an interval may be counted in the minute before or after it.
        boolean whole = known > to - from - SHORT_MILLIS;
        double scale = whole ? (to - from) / known : 1;
        double at = from;
        for (GpuUse use : uses) {
            double next = at + states.of(use) * 1000 * scale;
            add(new Segment(Math.round(at), Math.round(next), use, null));
            at = next;
        }
    }

    /** Marks the time up to a moment as without samples. */
    void fill(long until) {
        Segment gap = this.span.within(this.end, until);
        if (!gap.isEmpty()) {
            this.seconds.add(gap.use, gap.seconds());
            append(gap);
        }
    }

    /** Draws time that has a state already, after the clock was set back, over a better state. */
    private void overlay(Segment segment) {
        int last = this.segments.size() - 1;
        if (segment.isEmpty() || segment.from < this.segments.get(last).from) {
            return;
        }
        Segment under = this.segments.get(last);
        if (segment.use.isWorseThan(under.use)) {
            this.segments.remove(last);
            append(under.within(under.from, segment.from));
            append(segment);
            append(under.within(segment.to, under.to));
        }
    }

    private void append(Segment segment) {
        if (segment.isEmpty()) {
            return;
        }
        this.end = segment.to;
        int last = this.segments.size() - 1;
        if (last >= 0 && this.segments.get(last).isSameState(segment)) {
            Segment before = this.segments.get(last);
            this.segments.set(last, new Segment(before.from, segment.to, before.use, before.cause));
        } else {
            this.segments.add(segment);
        }
    }

    /** Gives the worst state to each step that has more than two. */
    private void mergeSteps() {
        List<Segment> all = this.segments;
        this.segments = new ArrayList<>();
        List<Segment> inStep = new ArrayList<>();
        for (Segment segment : all) {
            for (long at = segment.from; at < segment.to; ) {
                long next = (Math.floorDiv(at, this.step) + 1) * this.step;
                inStep.add(segment.within(at, next));
                if (segment.to >= next) {
                    appendStep(inStep);
                    inStep.clear();
                }
                at = next;
            }
        }
        appendStep(inStep);
    }

    private void appendStep(List<Segment> inStep) {
        if (inStep.size() <= 2) {
            inStep.forEach(this::append);
            return;
        }
        Segment worst = inStep.stream().reduce(inStep.get(0), Segment::worse);
        append(new Segment(inStep.get(0).from, inStep.get(inStep.size() - 1).to, worst.use, worst.cause));
    }

    /** Returns the segments, with steps of one state if there are too many. */
    List<Segment> segments() {
        if (this.segments.size() > this.most) {
            mergeSteps();
        }
        return this.segments;
    }

    UseSeconds seconds() {
        return this.seconds;
    }
}
