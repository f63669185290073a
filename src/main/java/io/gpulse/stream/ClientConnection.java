package io.gpulse.stream;

import io.gpulse.web.ClientAddress;
import java.util.Optional;
import java.util.function.BooleanSupplier;
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
 */
public record ClientConnection(
        Optional<String> network, BooleanSupplier writable, Mono<Void> ended, Runnable disconnect) {

    public static ClientConnection of(ServerWebExchange exchange) {
        ServerHttpResponse response = exchange.getResponse();
        return new ClientConnection(
                network(ClientAddress.of(exchange.getRequest())),
                ChunkWriter.writable(response),
                ChunkWriter.ended(response),
                ChunkWriter.disconnect(response));
    }

    static Optional<String> network(ClientAddress from) {
        return from.isLoopback() ? Optional.empty() : Optional.of(from.network());
    }
}
