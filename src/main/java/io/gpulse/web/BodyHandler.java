package io.gpulse.web;

import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.ChannelPipeline;
import io.netty.handler.codec.http.HttpContent;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpHeaders;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.handler.codec.http.LastHttpContent;
import io.netty.handler.codec.http2.Http2Stream;
import io.netty.handler.codec.http2.Http2StreamChannel;
import io.netty.util.AttributeKey;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import reactor.netty.Connection;
import reactor.netty.NettyPipeline;
import reactor.netty.http.server.HttpServerRequest;

/**
 * Watches the bodies of requests, also those that nobody reads. The channel of one that has not come to its end in
 * time, however steadily it drips, is closed; a malformed one is remembered.
 */
final class BodyHandler extends ChannelInboundHandlerAdapter {

    static final AttributeKey<Boolean> MALFORMED = AttributeKey.valueOf("gpulse.malformedBody");

    private static final String NAME = "gpulse.body";

    /** The client may still send. */
    private static final Set<Http2Stream.State> SENDING =
            Set.of(Http2Stream.State.OPEN, Http2Stream.State.HALF_CLOSED_LOCAL);

    private final Duration longest;
    private @Nullable Future<?> timeout;

    private BodyHandler(Duration longest) {
        this.longest = longest;
    }

    /** To be called when a request begins; the headers of the first of a connection have gone past already. */
    static void install(Connection connection, Duration longest) {
        ChannelPipeline pipeline = connection.channel().pipeline();
        if (pipeline.get(NAME) != null) {
            return;
        }
        BodyHandler handler = new BodyHandler(longest);
        if (pipeline.get(NettyPipeline.HttpTrafficHandler) != null) {
            pipeline.addBefore(NettyPipeline.HttpTrafficHandler, NAME, handler);
        } else if (pipeline.get(NettyPipeline.H2ToHttp11Codec) != null) {
            pipeline.addAfter(NettyPipeline.H2ToHttp11Codec, NAME, handler);
        } else {
            return;
        }
        if (connection instanceof HttpServerRequest request) {
            handler.begin(request.requestHeaders(), pipeline.context(handler));
        }
    }

    @Override
    public void channelRead(ChannelHandlerContext context, Object message) {
        if (message instanceof HttpRequest request) {
            begin(request.headers(), context);
        }
        if (message instanceof LastHttpContent) {
            end();
        }
        if (message instanceof HttpContent body && body.decoderResult().isFailure()) {
            context.channel().attr(MALFORMED).set(true);
        }
        context.fireChannelRead(message);
    }

    // Over HTTP/2 the length of a body need not be told.
    private void begin(HttpHeaders headers, ChannelHandlerContext context) {
        end();
        if (headers.contains(HttpHeaderNames.CONTENT_LENGTH)
                || headers.contains(HttpHeaderNames.TRANSFER_ENCODING)
                || context.pipeline().get(NettyPipeline.H2ToHttp11Codec) != null) {
            this.timeout = context.executor()
                    .schedule(() -> closeUnlessEnded(context), this.longest.toMillis(), TimeUnit.MILLISECONDS);
        }
    }

    // A request over HTTP/2 without a body has gone past before it could be seen here.
    private static void closeUnlessEnded(ChannelHandlerContext context) {
        if (!(context.channel() instanceof Http2StreamChannel http2)
                || SENDING.contains(http2.stream().state())) {
            context.close();
        }
    }

    private void end() {
        if (this.timeout != null) {
            this.timeout.cancel(false);
            this.timeout = null;
        }
    }

    @Override
    public void handlerRemoved(ChannelHandlerContext context) {
        end();
    }
}
