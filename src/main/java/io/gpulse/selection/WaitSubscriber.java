package io.gpulse.selection;

import io.gpulse.stream.ChunkSubscriber;
import io.gpulse.stream.wire.Chunk;
import io.gpulse.stream.wire.ClientConnection;
import io.gpulse.stream.wire.StreamFormat;
import java.nio.ByteBuffer;
import java.util.concurrent.atomic.AtomicBoolean;
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
    private final ClientConnection connection;
    private final AtomicBoolean underway = new AtomicBoolean();
    private @Nullable Object written;
    private volatile boolean heartbeat;

    /** @param serve looks at the latest round for all requests that wait */
    WaitSubscriber(Wait<?> wait, Runnable serve, FluxSink<Chunk> sink, ClientConnection connection) {
        super(sink, connection);
        this.wait = wait;
        this.serve = serve;
        this.sink = sink;
        this.connection = connection;
        wait.onOver(this::advance);
    }

    @Override
    protected void step() {
        this.serve.run();
        if (this.wait.isOver()) {
            this.sink.complete();
        } else if (this.wait.hasEvents() && isReady()) {
            write();
        }
    }

    @Override
    protected void onHeartbeat() {
        this.heartbeat = true;
        advance();
    }

    private boolean isReady() {
        return !this.underway.get()
                && this.sink.requestedFromDownstream() > 0
                && this.connection.writable().getAsBoolean();
    }

    private void write() {
        Object summary = this.wait.summary();
        if (summary != null && !summary.equals(this.written)) {
            this.written = summary;
            write(this.wait.event());
        } else if (this.heartbeat) {
            write(StreamFormat.EVENTS.heartbeat());
        }
        this.heartbeat = false;
    }

    private void write(ByteBuffer bytes) {
        this.underway.set(true);
        this.sink.next(new Chunk(this::onWritten, bytes));
    }

    private void onWritten() {
        this.underway.set(false);
        advance();
    }
}
