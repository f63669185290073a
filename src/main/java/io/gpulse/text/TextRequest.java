package io.gpulse.text;

import io.gpulse.device.Snapshot;
import java.time.Duration;
import java.util.function.Function;

/**
 * A text that is repeated for new snapshots.
 *
 * @param key identifies the text by value, apart from the snapshot; equal keys share one text per round
 * @param header written before the first text, and again after each page; may be empty
 * @param text formats a snapshot; an empty text is not written
 * @param every minimum time between two texts; zero for one per round
 * @param page the number of lines between two headers; zero for one header
 * @param most the number of texts
 */
public record TextRequest(
        Object key, String header, Function<Snapshot, String> text, Duration every, int page, long most) {

    static final long ENDLESS = Long.MAX_VALUE;

    /** Creates a request for endless texts below one header. */
    public TextRequest(Object key, String header, Function<Snapshot, String> text, Duration every) {
        this(key, header, text, every, 0, ENDLESS);
    }
}
