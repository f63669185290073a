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
 * Watches the bodies of requests, including bodies that no handler reads. Closes the channel of a body that has not
 * ended in time, even if bytes still arrive; marks the channel of a malformed one.
 */
final class BodyHandler extends ChannelInboundHandlerAdapter {

    static final AttributeKey<Boolean> MALFORMED = AttributeKey.valueOf("gpulse.malformedBody");

    private static final String NAME = "gpulse.body";

    /** States in which the client may still send. */
    private static final Set<Http2Stream.State> SENDING =
            Set.of(Http2Stream.State.OPEN, Http2Stream.State.HALF_CLOSED_LOCAL);

    private final Duration timeLimit;
    private @Nullable Future<?> timeout;

    private BodyHandler(Duration timeLimit) {
        this.timeLimit = timeLimit;
    }

    /** Called when a request begins. The first request of a connection has passed the pipeline already. */
    static void install(Connection connection, Duration timeLimit) {
        ChannelPipeline pipeline = connection.channel().pipeline();
        if (pipeline.get(NAME) != null) {
            return;
        }
        BodyHandler handler = new BodyHandler(timeLimit);
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

    // Over HTTP/2 a body needs no length header.
    private void begin(HttpHeaders headers, ChannelHandlerContext context) {
        end();
        if (headers.contains(HttpHeaderNames.CONTENT_LENGTH)
                || headers.contains(HttpHeaderNames.TRANSFER_ENCODING)
                || context.pipeline().get(NettyPipeline.H2ToHttp11Codec) != null) {
            this.timeout = context.executor()
                    .schedule(() -> closeUnlessEnded(context), this.timeLimit.toMillis(), TimeUnit.MILLISECONDS);
        }
    }

    // An HTTP/2 request without a body has ended before this handler was installed.
    @SuppressWarnings("FutureReturnValueIgnored") // nothing waits for the channel to be closed
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
