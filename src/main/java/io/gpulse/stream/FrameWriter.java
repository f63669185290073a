package io.gpulse.stream;

import static java.nio.charset.StandardCharsets.US_ASCII;

import io.gpulse.web.KeepAliveFix;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelOutboundHandler;
import io.netty.channel.ChannelPipeline;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpHeaderValues;
import io.netty.handler.codec.http.HttpServerCodec;
import io.netty.handler.codec.http.HttpVersion;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.springframework.http.server.reactive.ServerHttpResponse;
import org.springframework.http.server.reactive.ServerHttpResponseDecorator;
import reactor.netty.Connection;
import reactor.netty.NettyPipeline;
import reactor.netty.http.server.HttpServerResponse;

/**
 * Writes to a channel below its HTTP codec, in frames of HTTP/1.1's chunked transfer coding (RFC 9112, 7.1). The head
 * of the response is written, and its end remains to be written, through the codec. Used on the channel's event loop.
 */
final class FrameWriter {

    private static final byte[] LINE_BREAK = {'\r', '\n'};

    /** What passes a response's content on unchanged, without taking note of it. */
    private static final Set<String> TRANSPARENT = Set.of(
            NettyPipeline.HttpTrafficHandler,
            NettyPipeline.CompressionHandler,
            NettyPipeline.ErrorLogHandler,
            NettyPipeline.IdleTimeoutHandler,
            KeepAliveFix.NAME);

    private final HttpServerResponse response;
    private final Channel channel;
    private final ChannelHandlerContext codec;

    private FrameWriter(HttpServerResponse response, Channel channel, ChannelHandlerContext codec) {
        this.response = response;
        this.channel = channel;
        this.codec = codec;
    }

    /** Null where the protocol is another, or where something else must see what is written. */
    static @Nullable FrameWriter of(ServerHttpResponse response) {
        Object http = ServerHttpResponseDecorator.getNativeResponse(response);
        if (!(http instanceof HttpServerResponse server) || !(http instanceof Connection connection)) {
            return null;
        }
        ChannelHandlerContext codec = connection.channel().pipeline().context(HttpServerCodec.class);
        return codec != null && server.version().equals(HttpVersion.HTTP_1_1) && isTransparent(codec)
                ? new FrameWriter(server, connection.channel(), codec)
                : null;
    }

    /** Whether the head of the response has been written, and tells that chunks follow. */
    boolean isReady() {
        return this.response.hasSentHeaders()
                && this.response
                        .responseHeaders()
                        .contains(HttpHeaderNames.TRANSFER_ENCODING, HttpHeaderValues.CHUNKED, true);
    }

    // Between the codec and us: who only handles what is read sees nothing of what is written anyway.
    private static boolean isTransparent(ChannelHandlerContext codec) {
        ChannelPipeline pipeline = codec.pipeline();
        List<String> names = pipeline.names();
        return names.subList(names.indexOf(codec.name()) + 1, names.size()).stream()
                .allMatch((name) ->
                        TRANSPARENT.contains(name) || !(pipeline.get(name) instanceof ChannelOutboundHandler));
    }

    /** In direct memory, with the frame around them. */
    static ByteBuf frame(List<ByteBuffer> parts) {
        int size = parts.stream().mapToInt(ByteBuffer::remaining).sum();
        byte[] head = (Integer.toHexString(size) + "\r\n").getBytes(US_ASCII);
        int whole = head.length + size + LINE_BREAK.length;
        // With no room behind: TLS would write there what comes next, in a buffer that others share.
        ByteBuf frame = ByteBufAllocator.DEFAULT.directBuffer(whole, whole);
        frame.writeBytes(head);
        parts.forEach((part) -> frame.writeBytes(part.duplicate()));
        return frame.writeBytes(LINE_BREAK);
    }

    /** Writes and flushes a frame, and releases it once it is written or the connection is closed. */
    @SuppressWarnings("FutureReturnValueIgnored")
    void write(ByteBuf frame) {
        // Whether it was written is seen by the closing of the channel.
        this.codec.writeAndFlush(frame, this.channel.unsafe().voidPromise());
    }
}
