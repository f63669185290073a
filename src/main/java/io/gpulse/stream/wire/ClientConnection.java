package io.gpulse.stream.wire;

import io.gpulse.web.ClientAddress;
import io.netty.channel.Channel;
import io.netty.channel.EventLoop;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;
import org.springframework.http.server.reactive.ServerHttpResponse;
import org.springframework.http.server.reactive.ServerHttpResponseDecorator;
import org.springframework.web.server.ServerWebExchange;
import reactor.core.publisher.Mono;
import reactor.netty.Connection;

/**
 * The connection of a subscriber, or its HTTP/2 stream.
 *
 * @param network the client's IPv4 address, or the network half of its IPv6 address; empty for this machine
 * @param writable whether a write does not queue: Reactor Netty checks the channel only after it has written
 * @param ended completes when the response has ended or the connection is closed
 * @param disconnect closes the connection and discards pending writes
 * @param eventLoop the thread that writes to the connection; null where the server has none
 * @param frames writes below the HTTP codec; null where that is not possible
 */
public record ClientConnection(
        Optional<String> network,
        BooleanSupplier writable,
        Mono<Void> ended,
        Runnable disconnect,
        @Nullable EventLoop eventLoop,
        @Nullable FrameWriter frames) {

    /** Creates a connection that is written to through its publisher alone, on any thread. */
    public ClientConnection(Optional<String> network, BooleanSupplier writable, Mono<Void> ended, Runnable disconnect) {
        this(network, writable, ended, disconnect, null, null);
    }

    @SuppressWarnings("FutureReturnValueIgnored") // nothing waits for the channel to be closed
    public static ClientConnection of(ServerWebExchange exchange) {
        ServerHttpResponse response = exchange.getResponse();
        Optional<String> network = network(ClientAddress.of(exchange.getRequest()));
        if (!(ServerHttpResponseDecorator.getNativeResponse(response) instanceof Connection netty)) {
            return new ClientConnection(network, () -> true, Mono.never(), () -> {});
        }
        Channel channel = netty.channel();
        return new ClientConnection(
                network,
                channel::isWritable,
                netty.onTerminate(),
                channel::close,
                channel.eventLoop(),
                FrameWriter.of(response));
    }

    /** Returns the same connection for a subscriber that is notified on another thread. */
    public ClientConnection withoutEventLoop() {
        return new ClientConnection(this.network, this.writable, this.ended, this.disconnect);
    }

    public boolean canShareFrames() {
        return this.frames != null;
    }

    /** Runs a task on the event loop: immediately if that is the current thread. */
    public void onEventLoop(Runnable task) {
        if (this.eventLoop == null || this.eventLoop.inEventLoop()) {
            task.run();
        } else {
            this.eventLoop.execute(task);
        }
    }

    public static Optional<String> network(ClientAddress from) {
        return from.isLoopback() ? Optional.empty() : Optional.of(from.network());
    }
}
