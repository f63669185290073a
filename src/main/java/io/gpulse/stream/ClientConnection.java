package io.gpulse.stream;

import io.gpulse.web.ClientAddress;
import io.netty.channel.EventLoop;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;
import org.springframework.http.server.reactive.ServerHttpResponse;
import org.springframework.web.server.ServerWebExchange;
import reactor.core.publisher.Mono;

/**
 * Who wants to listen.
 *
 * @param network from where: an address, or the first half of one of IPv6, of which everybody has as many as they like;
 *     empty for this machine
 * @param writable whether the connection takes more without queueing
 * @param ended completes when nothing more can be written for them
 * @param disconnect closes their connection, or their stream of it, whatever waits to be written
 * @param eventLoop the thread that writes to them; null where the server has none
 * @param frames writes to them below the HTTP codec; null where nothing may
 */
public record ClientConnection(
        Optional<String> network,
        BooleanSupplier writable,
        Mono<Void> ended,
        Runnable disconnect,
        @Nullable EventLoop eventLoop,
        @Nullable FrameWriter frames) {

    /** One that is written to on whatever thread, through its publisher alone. */
    public ClientConnection(Optional<String> network, BooleanSupplier writable, Mono<Void> ended, Runnable disconnect) {
        this(network, writable, ended, disconnect, null, null);
    }

    public static ClientConnection of(ServerWebExchange exchange) {
        ServerHttpResponse response = exchange.getResponse();
        return new ClientConnection(
                network(ClientAddress.of(exchange.getRequest())),
                ChunkWriter.writable(response),
                ChunkWriter.ended(response),
                ChunkWriter.disconnect(response),
                ChunkWriter.eventLoop(response),
                FrameWriter.of(response));
    }

    /** The same, for who is notified on another thread; frames belong to the event loop. */
    ClientConnection withoutEventLoop() {
        return new ClientConnection(this.network, this.writable, this.ended, this.disconnect);
    }

    /** Does it on their event loop: at once where that is the current thread. */
    void onEventLoop(Runnable task) {
        if (this.eventLoop == null || this.eventLoop.inEventLoop()) {
            task.run();
        } else {
            this.eventLoop.execute(task);
        }
    }

    static Optional<String> network(ClientAddress from) {
        return from.isLoopback() ? Optional.empty() : Optional.of(from.network());
    }
}
