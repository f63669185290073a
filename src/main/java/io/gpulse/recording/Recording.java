package io.gpulse.recording;

import io.gpulse.recording.RecordedCall.Key;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The recorded calls of a machine's driver. */
final class Recording {

    private final Header header;
    private final List<Segment> segments;
    private final long nanos;
    private final Map<Key, Key> keys;
    private final Map<Integer, History> gpus = new HashMap<>();
    private final History driver;
    private final History owners;

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
        this.driver = history(Segment.NO_GPU, List.of(Phase.OPEN, Phase.CLOSE));
        this.owners = history(Segment.NO_GPU, List.of(Phase.OWNERS));
        this.segments.stream()
                .map(Segment::gpu)
                .distinct()
                .forEach((gpu) -> this.gpus.put(gpu, history(gpu, List.of(Phase.ATTACH, Phase.LOOK))));
    }

    private History history(int gpu, List<Phase> phases) {
        List<Segment> chosen = new ArrayList<>(this.segments);
        chosen.removeIf((segment) -> segment.gpu() != gpu || !phases.contains(segment.phase()));
        return new History(chosen);
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

    /** Returns the calls about the driver as a whole. */
    History driver() {
        return this.driver;
    }

    /** Returns the calls for names of processes. */
    History owners() {
        return this.owners;
    }

    /** Returns the calls about a GPU. */
    History gpu(int index) {
        return this.gpus.getOrDefault(index, History.NOTHING);
    }
}
