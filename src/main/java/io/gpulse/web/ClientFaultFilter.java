package io.gpulse.web;

import io.gpulse.jvm.FatalErrors;
import java.nio.channels.ClosedChannelException;
import java.util.function.BooleanSupplier;
import javax.net.ssl.SSLException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.core.Ordered;
import org.springframework.http.server.reactive.ServerHttpResponse;
import org.springframework.stereotype.Component;
import org.springframework.web.server.ServerWebExchange;
import org.springframework.web.server.WebFilter;
import org.springframework.web.server.WebFilterChain;
import org.springframework.web.util.DisconnectedClientHelper;
import reactor.core.publisher.Mono;
import reactor.netty.channel.AbortedException;

/**
 * Ends a request whose client has closed or reset the connection, or has sent a malformed body. It has no response, and
 * its log line is at debug level, since any client can cause it at any rate.
 */
@Component
final class ClientFaultFilter implements WebFilter, Ordered {

    private static final Logger log = LoggerFactory.getLogger(ClientFaultFilter.class);

    @Override
    public int getOrder() {
        return HIGHEST_PRECEDENCE;
    }

    @Override
    public Mono<Void> filter(ServerWebExchange exchange, WebFilterChain chain) {
        ServerHttpResponse response = exchange.getResponse();
        BooleanSupplier malformed = ConnectionFaults.malformedBody(response);
        response.beforeCommit(() -> malformed.getAsBoolean() ? rejected() : Mono.empty());
        return chain.filter(exchange)
                .doOnError(FatalErrors::check)
                .onErrorResume(
                        (failure) -> isClientFault(failure) || malformed.getAsBoolean(),
                        (failure) -> logged(exchange, failure))
                .contextWrite((context) -> EventLoops.remember(context, response));
    }

    static boolean isClientFault(Throwable failure) {
        return DisconnectedClientHelper.isClientDisconnectedException(failure)
                || failure instanceof SSLException
                || failure instanceof ClosedChannelException;
    }

    private static Mono<Void> rejected() {
        return Mono.error(new AbortedException("The body is malformed"));
    }

    private static Mono<Void> logged(ServerWebExchange exchange, Throwable failure) {
        log.debug(
                "{} {} was ended by its client: {}",
                exchange.getRequest().getMethod(),
                exchange.getRequest().getPath(),
                failure.toString());
        return Mono.empty();
    }
}
