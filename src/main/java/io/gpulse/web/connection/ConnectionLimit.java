package io.gpulse.web.connection;

import io.gpulse.web.ClientAddress;
import io.netty.channel.Channel;
import io.netty.channel.epoll.EpollChannelOption;
import io.netty.channel.socket.SocketChannel;
import io.swagger.v3.oas.annotations.media.Schema;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.util.ArrayDeque;
import java.util.Comparator;
import java.util.Deque;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.reactor.netty.NettyServerCustomizer;
import reactor.netty.http.server.HttpServer;

/**
 * Limits the open connections, since each can hold direct memory. At the limit the newest connection of the address
 * that has most is closed, if it has more than a quarter: no address can keep out the others. Otherwise the new one is.
 */
public final class ConnectionLimit implements NettyServerCustomizer {

    private static final long BYTES_PER_CONNECTION = 64 << 10;
    private static final long MIN_CONNECTIONS = 256;

    /** An address with this fraction of the connections loses none: it can be a proxy of many clients. */
    private static final int FEW = 4;

    private static final int IDLE_SECONDS = 60;

    private final int max;
    private final Map<String, Deque<Channel>> byAddress = new HashMap<>();
    private int open;
    private long refused;

    /**
     * Connections of clients.
     *
     * @param open Open connections.
     * @param max Maximum number of open connections; gpulse closes further ones.
     * @param refused Connections closed because of the maximum, since the start.
     */
    @Schema(name = "Connections")
    public record Statistics(
            @Schema(example = "12") int open,

            @Schema(example = "8192") int max,

            @Schema(example = "0") long refused) {}

    ConnectionLimit(int max) {
        this.max = max;
    }

    /** @param directMemory maximum of the JVM, in bytes */
    static int of(long directMemory) {
        return (int) Math.min(Integer.MAX_VALUE, Math.max(MIN_CONNECTIONS, directMemory / BYTES_PER_CONNECTION));
    }

    public synchronized Statistics statistics() {
        return new Statistics(this.open, this.max, this.refused);
    }

    @Override
    public HttpServer apply(HttpServer server) {
        return server.doOnChannelInit((observer, channel, remote) -> {
            if (channel instanceof SocketChannel tcp) {
                endSilent(tcp);
                add(channel, remote);
            }
        });
    }

    /** Ends connections whose client is gone without a word: a response that waits writes nothing to them. */
    private static void endSilent(SocketChannel tcp) {
        tcp.config().setKeepAlive(true);
        tcp.config().setOption(EpollChannelOption.TCP_KEEPIDLE, IDLE_SECONDS);
        tcp.config().setOption(EpollChannelOption.TCP_KEEPINTVL, IDLE_SECONDS / FEW);
    }

    // Nothing waits for the channel to be closed.
    @SuppressWarnings("FutureReturnValueIgnored")
    void add(Channel channel, @Nullable SocketAddress remote) {
        String address = ClientAddress.of(remote instanceof InetSocketAddress known ? known : null)
                .network();
        Channel surplus = count(channel, address);
        if (surplus != null) {
            surplus.close();
        }
        if (surplus != channel) {
            channel.closeFuture().addListener((closed) -> remove(channel, address));
        }
    }

    /** Returns the connection that must be closed; null below the limit. */
    private synchronized @Nullable Channel count(Channel channel, String address) {
        Channel surplus = this.open < this.max ? null : surplus(channel, address);
        if (surplus != null) {
            this.refused++;
        }
        if (surplus != channel) {
            this.byAddress
                    .computeIfAbsent(address, (first) -> new ArrayDeque<>())
                    .addLast(channel);
            this.open++;
        }
        return surplus;
    }

    /** Removes and returns the newest connection of the address that has most, unless that is the address itself. */
    private Channel surplus(Channel channel, String address) {
        Map.Entry<String, Deque<Channel>> most = this.byAddress.entrySet().stream()
                .max(Comparator.comparingInt((one) -> one.getValue().size()))
                .orElse(null);
        Deque<Channel> own = this.byAddress.getOrDefault(address, new ArrayDeque<>());
        if (most == null || most.getValue().size() <= Math.max(own.size() + 1, this.max / FEW)) {
            return channel;
        }
        Channel newest = most.getValue().getLast();
        remove(newest, most.getKey());
        return newest;
    }

    private synchronized void remove(Channel channel, String address) {
        Deque<Channel> own = this.byAddress.get(address);
        if (own != null && own.removeLastOccurrence(channel)) {
            this.open--;
            if (own.isEmpty()) {
                this.byAddress.remove(address);
            }
        }
    }
}
