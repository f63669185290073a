package io.gpulse.web.connection;

import io.netty.channel.Channel;
import io.netty.channel.socket.SocketChannel;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.springframework.boot.reactor.netty.NettyServerCustomizer;
import reactor.netty.http.server.HttpServer;

/** Limits the connections that are open at once, since each can hold direct memory. One more is closed at once. */
public final class ConnectionLimit implements NettyServerCustomizer {

    private static final long BYTES_OF_ONE = 64 << 10;
    private static final long LEAST = 256;

    private final int most;
    private final AtomicInteger open = new AtomicInteger();
    private final AtomicLong refused = new AtomicLong();

    /**
     * Connections of clients.
     *
     * @param open those that are open now
     * @param most how many can be open at once
     * @param refused those that were closed at once, since the start
     */
    public record Statistics(int open, int most, long refused) {}

    ConnectionLimit(int most) {
        this.most = most;
    }

    /** @param directMemory the most that the JVM can use, in bytes */
    static int of(long directMemory) {
        return (int) Math.min(Integer.MAX_VALUE, Math.max(LEAST, directMemory / BYTES_OF_ONE));
    }

    public Statistics statistics() {
        return new Statistics(this.open.get(), this.most, this.refused.get());
    }

    @Override
    public HttpServer apply(HttpServer server) {
        return server.doOnChannelInit((observer, channel, remote) -> {
            if (channel instanceof SocketChannel) {
                count(channel);
            }
        });
    }

    private void count(Channel channel) {
        if (this.open.incrementAndGet() > this.most) {
            this.open.decrementAndGet();
            this.refused.incrementAndGet();
            channel.close();
        } else {
            channel.closeFuture().addListener((closed) -> this.open.decrementAndGet());
        }
    }
}
