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
 * Handles faults of connections. A reset or a TLS error is treated as a close: otherwise it would pass through HTTP and
 * all handlers, several of which log it. A malformed body is recorded, because Reactor Netty responds to it by itself
 * while the request's handler continues as if the body had ended.
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

    /** @param longestBody maximum time for the transfer of a request's body */
    ConnectionFaults(Duration longestBody) {
        this.longestBody = longestBody;
    }

    @Override
    public HttpServer apply(HttpServer server) {
        return server.doOnChannelInit((observer, channel, remote) -> watchConnection(channel.pipeline()))
                // Reactor Netty calls this for every request of a connection, and for every HTTP/2 stream.
                .doOnConnection((connection) -> BodyHandler.install(connection, this.longestBody));
    }

    private static void watchConnection(ChannelPipeline pipeline) {
        pipeline.addFirst(RESETS, new FaultHandler());
        pipeline.addBefore(NettyPipeline.ReactiveBridge, TLS_FAULTS, new FaultHandler());
    }

    /**
     * Returns a test whether the body of a request was malformed, so that Reactor Netty rejects it. Called at the start
     * of the request: later its connection may be out of reach.
     */
    static BooleanSupplier malformedBody(ServerHttpResponse response) {
        if (ServerHttpResponseDecorator.getNativeResponse(response) instanceof Connection netty) {
            Channel channel = netty.channel();
            return () -> channel.hasAttr(BodyHandler.MALFORMED);
        }
        return () -> false;
    }

    /** Closes the connection after a read error or a TLS error, which is an {@code IOException} too. */
    private static final class FaultHandler extends ChannelInboundHandlerAdapter {

        @Override
        @SuppressWarnings("FutureReturnValueIgnored") // nothing waits for the channel to be closed
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
