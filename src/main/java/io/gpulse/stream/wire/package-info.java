/**
 * The write path below the HTTP codec: how the bytes of a round reach many connections without a copy for each.
 *
 * <h2>How a byte travels</h2>
 *
 * <ol>
 * <li>A view encodes a snapshot to JSON once ({@link io.gpulse.view.EncodedSnapshot}, on the heap). The gzip form is
 *     made once too, as a block that can follow any other block of a gzip stream
 *     ({@link io.gpulse.web.gzip.GzipBlock}); each response owns only its header, its checksum and its trailer.
 * <li>A view, a {@link io.gpulse.stream.wire.StreamFormat} and a content coding are a
 *     {@link io.gpulse.stream.wire.Representation}. At the start of a round,
 *     {@link io.gpulse.stream.wire.Representations} creates one {@link io.gpulse.stream.wire.SharedChunk} for each
 *     representation that has subscribers.
 * <li>The stream notifies subscribers in one task per event loop. The first write copies the encoded bytes to one
 *     direct buffer, with the frame of HTTP/1.1's chunked coding around them; all other writes of the round use
 *     duplicates of it.
 * <li>{@link io.gpulse.stream.wire.FrameWriter} passes the buffer to the channel below the HTTP codec. So a round costs
 *     a subscriber one duplicate and one write, without a {@code DataBuffer}, an {@code HttpContent}, a promise or a
 *     publisher signal.
 * </ol>
 *
 * <p>All other bytes are a {@link io.gpulse.stream.wire.Chunk} that {@link io.gpulse.stream.wire.ResponseWriter} emits
 * to the response's publisher: the first bytes of a response, the replay of older rounds, HTTP/2, HTTP/1.0, pipelines
 * with a handler that has to see the content, and every round while an earlier chunk waits. A chunk wraps heap bytes
 * when it is written. Heartbeats, notices and lag reports are framed alone.
 *
 * <h2>Who releases a buffer</h2>
 *
 * <ul>
 * <li>{@code SharedChunk} owns one reference. The stream drops it after the last subscriber has been notified.
 * <li>Each write owns the reference of its duplicate. Netty drops it after the write, or when the channel is closed.
 * <li>A frame for one response has one reference, which its write drops.
 * <li>Heap bytes of the replay ring need no release.
 * </ul>
 *
 * <h2>Rules</h2>
 *
 * <ul>
 * <li>Frames are written on the event loop of the channel, and only while no chunk waits: otherwise they overtake it.
 * <li>A frame has no spare capacity, since the TLS handler appends to a buffer that has some.
 * <li>The codec writes the head and the end of each response.
 * </ul>
 *
 * <h2>What to measure before a change</h2>
 *
 * <p>Run the fan-out benchmark ({@code -Dbench=fanout}, see BENCHMARKS.md) before and after: processor time and
 * allocation per subscriber and round, direct memory with 1,000 subscribers, and the delay of the last subscriber. Run
 * the tests of aborted responses and of frames with Netty's leak detector at {@code paranoid} ({@code -Pthorough}).
 */
@NullMarked
package io.gpulse.stream.wire;

import org.jspecify.annotations.NullMarked;
