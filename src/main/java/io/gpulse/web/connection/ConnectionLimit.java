package io.gpulse.web.connection;

import io.netty.channel.Channel;
import io.netty.channel.socket.SocketChannel;
import io.swagger.v3.oas.annotations.media.Schema;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.springframework.boot.reactor.netty.NettyServerCustomizer;
import reactor.netty.http.server.HttpServer;

/** Limits the open connections, since each can hold direct memory. A connection beyond the limit is closed. */
public final class ConnectionLimit implements NettyServerCustomizer {

    private static final long BYTES_PER_CONNECTION = 64 << 10;
    private static final long MIN_CONNECTIONS = 256;

    private final int max;
    private final AtomicInteger open = new AtomicInteger();
    private final AtomicLong refused = new AtomicLong();

    /** Connections of clients. */
    @Schema(name = "Connections", description = "Connections of clients.")
    public record Statistics(
            @Schema(description = "Open connections.", example = "12")
            int open,

            @Schema(description = "Maximum number of open connections; gpulse closes further ones.", example = "8192")
            int max,

            @Schema(description = "Connections closed because of the maximum, since the start.", example = "0")
            long refused) {}

    ConnectionLimit(int max) {
        this.max = max;
    }

    /** @param directMemory maximum of the JVM, in bytes */
    static int of(long directMemory) {
        return (int) Math.min(Integer.MAX_VALUE, Math.max(MIN_CONNECTIONS, directMemory / BYTES_PER_CONNECTION));
    }

    public Statistics statistics() {
        return new Statistics(this.open.get(), this.max, this.refused.get());
    }

    @Override
    public HttpServer apply(HttpServer server) {
        return server.doOnChannelInit((observer, channel, remote) -> {
            if (channel instanceof SocketChannel) {
                count(channel);
            }
        });
    }

    // Nothing waits for the channel to be closed.
    @SuppressWarnings("FutureReturnValueIgnored")
    private void count(Channel channel) {
        if (this.open.incrementAndGet() > this.max) {
            this.open.decrementAndGet();
            this.refused.incrementAndGet();
            channel.close();
        } else {
            channel.closeFuture().addListener((closed) -> this.open.decrementAndGet());
        }
    }
}
