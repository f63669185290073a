package io.gpulse.recording;

import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * The recorded calls of a machine's driver.
 *
 * @param segments in the order of time
 * @param keys those of all calls, by themselves
 * @param nanos how long it is
 * @param histories by the index of the GPU, or {@link Segment#NO_GPU}
 */
record Recording(
        Header header,
        List<Segment> segments,
        Map<RecordedCall.Key, RecordedCall.Key> keys,
        long nanos,
        Map<Integer, History> histories) {

    static Recording of(
            Header header, List<Segment> segments, Map<RecordedCall.Key, RecordedCall.Key> keys, long nanos) {
        List<Segment> ordered =
                segments.stream().sorted(Comparator.comparingLong(Segment::at)).toList();
        Map<Integer, History> histories = ordered.stream()
                .collect(Collectors.groupingBy(
                        Segment::gpu, Collectors.collectingAndThen(Collectors.toList(), History::new)));
        return new Recording(header, ordered, Map.copyOf(keys), nanos, histories);
    }

    /** Returns the recording's instance of a key; empty when no such call was made. */
    Optional<RecordedCall.Key> canonical(RecordedCall.Key key) {
        return Optional.ofNullable(this.keys.get(key));
    }

    /** Returns the calls about the driver as a whole, and those for names of processes. */
    History driver() {
        return gpu(Segment.NO_GPU);
    }

    /** Returns the calls about a GPU. */
    History gpu(int index) {
        return this.histories.getOrDefault(index, History.NOTHING);
    }
}
