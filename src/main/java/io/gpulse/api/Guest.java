package io.gpulse.api;

import io.netty.util.NetUtil;
import java.net.Inet6Address;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.Arrays;
import java.util.HexFormat;
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
 */
record Guest(Optional<String> network, BooleanSupplier writable, Mono<Void> ended, Runnable disconnect) {

    private static final int NETWORK_BYTES = 8;

    static Guest of(ServerWebExchange exchange) {
        ServerHttpResponse response = exchange.getResponse();
        return new Guest(
                network(exchange.getRequest().getRemoteAddress()),
                ChunkWriter.writable(response),
                ChunkWriter.ended(response),
                ChunkWriter.disconnect(response));
    }

    static Optional<String> network(@Nullable InetSocketAddress remote) {
        if (remote == null) {
            return Optional.of("unknown");
        }
        // What a proxy told is not looked up: a name would be asked of others.
        InetAddress address = remote.isUnresolved()
                ? NetUtil.createInetAddressFromIpAddressString(remote.getHostString())
                : remote.getAddress();
        if (address == null) {
            return Optional.of("unknown");
        }
        if (address.isLoopbackAddress()) {
            return Optional.empty();
        }
        byte[] bytes = address.getAddress();
        byte[] network = address instanceof Inet6Address ? Arrays.copyOf(bytes, NETWORK_BYTES) : bytes;
        return Optional.of(HexFormat.of().formatHex(network));
    }
}
