package io.gpulse.selection;

import io.gpulse.stream.ChunkSubscriber;
import io.gpulse.stream.wire.Chunk;
import io.gpulse.stream.wire.ClientConnection;
import io.gpulse.stream.wire.StreamFormat;
import org.jspecify.annotations.Nullable;
import reactor.core.publisher.FluxSink;

/**
 * The connection of a request that waits. With Server-Sent Events it is informed when the answer changes. It ends when
 * the wait is over.
 */
final class WaitSubscriber extends ChunkSubscriber {

    private final Wait<?> wait;
    private final Runnable serve;
    private final FluxSink<Chunk> sink;
    private @Nullable Object written;
    private volatile boolean heartbeat;

    /** @param serve looks at the latest round for all requests that wait */
    WaitSubscriber(Wait<?> wait, Runnable serve, FluxSink<Chunk> sink, ClientConnection connection) {
        super(sink, connection);
        this.wait = wait;
        this.serve = serve;
        this.sink = sink;
        wait.onOver(this::advance);
    }

    @Override
    protected void step() {
        this.serve.run();
        if (this.wait.isOver()) {
            this.sink.complete();
        } else if (this.wait.hasEvents() && canWriteAlone()) {
            write();
        }
    }

    @Override
    protected void onHeartbeat() {
        this.heartbeat = true;
        advance();
    }

    private void write() {
        Object summary = this.wait.summary();
        if (summary != null && !summary.equals(this.written)) {
            this.written = summary;
            writeAlone(this.wait.event());
        } else if (this.heartbeat) {
            writeAlone(StreamFormat.EVENTS.heartbeat());
        }
        this.heartbeat = false;
    }
}
