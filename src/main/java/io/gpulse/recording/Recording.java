package io.gpulse.recording;

import io.gpulse.recording.RecordedCall.Key;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/** The recorded calls of a machine's driver. */
final class Recording {

    private final Header header;
    private final List<Segment> segments;
    private final long nanos;
    private final Map<Key, Key> keys;
    private final Map<Integer, History> histories;

    /**
     * @param keys those of all calls, by themselves
     * @param nanos how long it is
     */
    Recording(Header header, List<Segment> segments, Map<Key, Key> keys, long nanos) {
        this.header = header;
        this.keys = Map.copyOf(keys);
        this.segments =
                segments.stream().sorted(Comparator.comparingLong(Segment::at)).toList();
        this.nanos = nanos;
        this.histories = this.segments.stream()
                .collect(Collectors.groupingBy(
                        Segment::gpu, Collectors.collectingAndThen(Collectors.toList(), History::new)));
    }

    Header header() {
        return this.header;
    }

    /** Returns the recording's instance of a key; empty when no such call was made. */
    Optional<Key> canonical(Key key) {
        return Optional.ofNullable(this.keys.get(key));
    }

    long nanos() {
        return this.nanos;
    }

    List<Segment> segments() {
        return this.segments;
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
