package io.gpulse.text;

import io.gpulse.device.Snapshot;
import java.time.Duration;
import java.util.function.Function;

/**
 * A text that follows the snapshots, as a reader wants it.
 *
 * @param key what the text depends on besides the snapshot, to be compared by value; readers whose keys are equal share
 *     one text a round
 * @param header goes before the first text, once; may be empty
 * @param text what is told of a snapshot; nothing is written when it is empty
 * @param every the least time between two texts; zero for one per round
 */
public record TextRequest(Object key, String header, Function<Snapshot, String> text, Duration every) {}
