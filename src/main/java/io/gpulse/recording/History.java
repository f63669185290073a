package io.gpulse.recording;

import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The segments of a GPU, or of the driver, in the order of time. */
final class History {

    static final History NOTHING = new History(List.of());

    private final List<Segment> segments;
    private final Map<Phase, List<Segment>> byPhase;

    History(List<Segment> segments) {
        this.segments = List.copyOf(segments);
        this.byPhase = this.segments.stream().collect(Collectors.groupingBy(Segment::phase));
    }

    List<Segment> of(Phase phase) {
        return this.byPhase.getOrDefault(phase, List.of());
    }

    /** Returns the newest segment of a phase that had started by then, or else the first one. */
    Optional<Segment> at(long nanos, Phase phase) {
        List<Segment> all = of(phase);
        return all.stream()
                .filter((segment) -> segment.at() <= nanos)
                .reduce((one, later) -> later)
                .or(() -> all.stream().findFirst());
    }

    /** Returns the segments before a segment, the newest first, then those after it. */
    Stream<Segment> around(Segment segment) {
        int place = this.segments.indexOf(segment);
        Stream<Segment> before =
                Stream.iterate(place - 1, (i) -> i >= 0, (i) -> i - 1).map(this.segments::get);
        return Stream.concat(before, this.segments.stream().skip(place + 1L));
    }

    /**
     * Returns the last answer to such a call before a segment, or else after it.
     *
     * @param sample the sample that the call follows; null when it follows none
     */
    Optional<Invocation> nearest(Segment segment, RecordedCall.Key key, RecordedCall.@Nullable Key sample) {
        return around(segment)
                .map((other) -> newest(other.of(key, sample)))
                .filter(Objects::nonNull)
                .findFirst();
    }

    private static @Nullable Invocation newest(List<Invocation> all) {
        return all.stream()
                .filter((invocation) -> !invocation.hangs())
                .reduce((one, later) -> later)
                .orElse(null);
    }
}
