package io.gpulse.web;

import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.ChannelPipeline;
import io.netty.handler.codec.DecoderException;
import java.io.IOException;
import java.time.Duration;
import java.util.function.BooleanSupplier;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.reactor.netty.NettyServerCustomizer;
import org.springframework.http.server.reactive.ServerHttpResponse;
import org.springframework.http.server.reactive.ServerHttpResponseDecorator;
import org.springframework.stereotype.Component;
import reactor.netty.Connection;
import reactor.netty.NettyPipeline;
import reactor.netty.http.server.HttpServer;

/**
 * Notices what a client does to its connection. A reset, or an error of TLS, is treated as a close: otherwise it would
 * travel through HTTP and every handler, and several of them would log it. A malformed body is remembered, because
 * Reactor Netty answers it by itself and lets the handler of the request go on as if the body had ended.
 */
@Component
final class ConnectionFaults implements NettyServerCustomizer {

    private static final String RESETS = "gpulse.resets";
    private static final String TLS_FAULTS = "gpulse.tlsFaults";
    private static final Duration LONGEST_BODY = Duration.ofSeconds(60);

    private final Duration longestBody;

    @Autowired
    ConnectionFaults() {
        this(LONGEST_BODY);
    }

    /** @param longestBody how long the body of a request may take to come */
    ConnectionFaults(Duration longestBody) {
        this.longestBody = longestBody;
    }

    @Override
    public HttpServer apply(HttpServer server) {
        return server.doOnChannelInit((observer, channel, remote) -> watchConnection(channel.pipeline()))
                // Reactor Netty announces a connection for every request on it, and for every stream of HTTP/2.
                .doOnConnection((connection) -> BodyHandler.install(connection, this.longestBody));
    }

    private static void watchConnection(ChannelPipeline pipeline) {
        pipeline.addFirst(RESETS, new FaultHandler());
        pipeline.addBefore(NettyPipeline.ReactiveBridge, TLS_FAULTS, new FaultHandler());
    }

    /**
     * Tells whether the body of a request was malformed, so that Reactor Netty has refused it or is about to. To be
     * asked for while the request begins: afterwards its connection may be out of reach.
     */
    static BooleanSupplier malformedBody(ServerHttpResponse response) {
        if (ServerHttpResponseDecorator.getNativeResponse(response) instanceof Connection netty) {
            Channel channel = netty.channel();
            return () -> channel.hasAttr(BodyHandler.MALFORMED);
        }
        return () -> false;
    }

    /** Ends the connection at an error of reading from it, or of TLS, which is an {@code IOException} too. */
    private static final class FaultHandler extends ChannelInboundHandlerAdapter {

        @Override
        public void exceptionCaught(ChannelHandlerContext context, Throwable failure) {
            if (failure instanceof IOException
                    || (failure instanceof DecoderException && failure.getCause() instanceof IOException)) {
                context.close();
            } else {
                context.fireExceptionCaught(failure);
            }
        }
    }
}
