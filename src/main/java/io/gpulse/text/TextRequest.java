package io.gpulse.text;

import io.gpulse.device.Snapshot;
import java.time.Duration;
import java.util.function.Function;

/**
 * A text that is repeated for new snapshots.
 *
 * @param key identifies the text by value, apart from the snapshot; equal keys share one text per round
 * @param header written once, before the first text; may be empty
 * @param text formats a snapshot; an empty text is not written
 * @param every minimum time between two texts; zero for one per round
 */
public record TextRequest(Object key, String header, Function<Snapshot, String> text, Duration every) {}
