package io.gpulse.story;

import io.gpulse.history.accounting.GpuUse;
import io.gpulse.history.states.StatesResponse.GpuResponse;
import io.gpulse.history.states.StatesResponse.SegmentResponse;
import io.gpulse.workload.Stretch;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The states of one GPU in the known part of a time span.
 *
 * @param segments in the order of time
 * @param heldIsExact false if steps of a long time were merged, which makes the idle time look longer than it was
 */
record GpuPast(List<SegmentResponse> segments, boolean heldIsExact) {

    static final GpuPast UNKNOWN = new GpuPast(List.of(), true);

    private static final Set<GpuUse> UNUSED = EnumSet.of(GpuUse.LOST, GpuUse.STUCK, GpuUse.NO_SAMPLES);
    private static final double TOLERANCE = 1.05;
    private static final double MOSTLY = 0.8;
    private static final long LONGEST_BREAK = 60 * Stretch.MINUTE;

    static GpuPast of(GpuResponse gpu) {
        double held = gpu.segments().stream()
                .filter((one) -> is(one, GpuUse.HELD_IDLE))
                .mapToLong((one) -> one.to() - one.from())
                .sum();
        return new GpuPast(gpu.segments(), held <= gpu.seconds().heldIdle() * 1000 * TOLERANCE + Stretch.MINUTE);
    }

    /** A GPU without a process is free also while a scheduler has assigned it to a job. */
    private static boolean is(SegmentResponse segment, GpuUse use) {
        return segment.state().equals(use.label())
                || (use == GpuUse.FREE && segment.state().equals(GpuUse.RESERVED.label()));
    }

    /** Returns the first time with a sample, in epoch ms; null without one. */
    @Nullable
    Long sampledFrom() {
        return this.segments.stream()
                .filter((one) -> !isGap(one))
                .map(SegmentResponse::from)
                .findFirst()
                .orElse(null);
    }

    private static boolean isGap(SegmentResponse segment) {
        return is(segment, GpuUse.NO_SAMPLES) && "gap".equals(segment.cause());
    }

    /** Returns the times with samples. */
    List<Stretch> sampled() {
        return this.segments.stream()
                .filter((one) -> !isGap(one))
                .map(GpuPast::stretch)
                .toList();
    }

    private static Stretch stretch(SegmentResponse segment) {
        return new Stretch(segment.from(), segment.to());
    }

    /** Returns whether the GPU was sampled for most of the two minutes after a moment. */
    boolean isSampledAfter(long moment) {
        return this.segments.stream()
                        .filter((one) -> UNUSED.stream().noneMatch((use) -> is(one, use)))
                        .mapToLong((one) -> stretch(one).within(moment, moment + 2 * Stretch.MINUTE))
                        .sum()
                >= Stretch.MINUTE;
    }

    /** Returns whether there are no samples before a time began. */
    boolean isUnknownBefore(long begin) {
        return this.segments.stream().noneMatch((one) -> one.to() == begin && !isGap(one));
    }

    /** Returns whether there are no samples after a time ended. */
    boolean isUnknownAfter(long end) {
        return this.segments.stream().noneMatch((one) -> one.from() == end && !isGap(one));
    }

    /** Returns how long the GPU was in a state within a time, in ms. */
    long in(GpuUse use, long from, long to) {
        if (use == GpuUse.HELD_IDLE && !this.heldIsExact) {
            return 0;
        }
        return this.segments.stream()
                .filter((one) -> is(one, use))
                .mapToLong((one) -> stretch(one).within(from, to))
                .sum();
    }

    /** Returns the time in a state that began within two minutes of a moment, without a break; null without one. */
    @Nullable
    Stretch from(GpuUse use, long moment) {
        return stretches(use, 0).stream()
                .filter((one) -> Math.abs(one.at() - moment) <= 2 * Stretch.MINUTE)
                .findFirst()
                .orElse(null);
    }

    /** Returns the times in which the GPU was held idle: those of hours with short breaks, else the parts of them. */
    List<Stretch> held() {
        List<Stretch> held = new ArrayList<>();
        List<Stretch> strict = stretches(GpuUse.HELD_IDLE, Stretch.SAME_TIME);
        for (Stretch one : stretches(GpuUse.HELD_IDLE, LONGEST_BREAK)) {
            if (in(GpuUse.HELD_IDLE, one.at(), one.end(0)) >= MOSTLY * one.length(0)) {
                held.add(one);
            } else {
                strict.stream().filter((part) -> part.overlaps(one, 0)).forEach(held::add);
            }
        }
        return held;
    }

    /** @param shortBreak longest time in another state that does not end a stretch, in ms */
    List<Stretch> stretches(GpuUse use, long shortBreak) {
        List<Stretch> stretches = new ArrayList<>();
        if (use == GpuUse.HELD_IDLE && !this.heldIsExact) {
            return stretches;
        }
        for (SegmentResponse segment : this.segments) {
            int last = stretches.size() - 1;
            if (!is(segment, use)) {
                continue;
            }
            if (last >= 0 && segment.from() - stretches.get(last).end(0) <= shortBreak) {
                stretches.set(last, new Stretch(stretches.get(last).at(), segment.to()));
            } else {
                stretches.add(stretch(segment));
            }
        }
        return stretches;
    }
}
