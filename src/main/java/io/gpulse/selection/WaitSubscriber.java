package io.gpulse.selection;

import io.gpulse.stream.SingleChunkSubscriber;
import io.gpulse.stream.wire.Chunk;
import io.gpulse.stream.wire.ClientConnection;
import io.gpulse.stream.wire.StreamFormat;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;
import reactor.core.publisher.FluxSink;

/**
 * The connection of a request that waits. With Server-Sent Events it is informed when the answer changes. It ends when
 * the wait is over.
 */
final class WaitSubscriber extends SingleChunkSubscriber {

    private final Wait<?> wait;
    private final Runnable serve;
    private final AtomicBoolean heartbeat = new AtomicBoolean();
    private @Nullable Object written;

    /** @param serve looks at the latest round for all requests that wait */
    WaitSubscriber(Wait<?> wait, Runnable serve, FluxSink<Chunk> sink, ClientConnection connection) {
        super(sink, connection);
        this.wait = wait;
        this.serve = serve;
        wait.onOver(this::advance);
    }

    @Override
    protected void step() {
        this.serve.run();
        if (this.wait.isOver()) {
            complete();
        } else if (this.wait.hasEvents() && canWrite()) {
            writeChange();
        }
    }

    @Override
    protected void onHeartbeat() {
        this.heartbeat.set(true);
        advance();
    }

    private void writeChange() {
        Object summary = this.wait.summary();
        boolean isDue = this.heartbeat.getAndSet(false);
        if (summary != null && !summary.equals(this.written)) {
            this.written = summary;
            write(this.wait.event());
        } else if (isDue) {
            write(StreamFormat.EVENTS.heartbeat());
        }
    }
}
