package io.gpulse.stream.wire;

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
 * Writes to a channel below its HTTP codec, in frames of HTTP/1.1's chunked transfer coding (RFC 9112, 7.1). The codec
 * writes the head and the end of the response. Used on the channel's event loop.
 */
final class FrameWriter {

    private static final byte[] LINE_BREAK = {'\r', '\n'};

    /** Handlers that pass the content of a response on unchanged and keep no record of it. */
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

    /** Returns null for another protocol, and where another handler has to see the content. */
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

    /** Returns whether the head of the response has been written and announces chunks. */
    boolean isReady() {
        return this.response.hasSentHeaders()
                && this.response
                        .responseHeaders()
                        .contains(HttpHeaderNames.TRANSFER_ENCODING, HttpHeaderValues.CHUNKED, true);
    }

    // Of the handlers above the codec. Inbound handlers see no content that is written.
    private static boolean isTransparent(ChannelHandlerContext codec) {
        ChannelPipeline pipeline = codec.pipeline();
        List<String> names = pipeline.names();
        return names.subList(names.indexOf(codec.name()) + 1, names.size()).stream()
                .allMatch((name) ->
                        TRANSPARENT.contains(name) || !(pipeline.get(name) instanceof ChannelOutboundHandler));
    }

    /** Copies the parts to direct memory, with the frame around them. */
    static ByteBuf frame(List<ByteBuffer> parts) {
        int size = parts.stream().mapToInt(ByteBuffer::remaining).sum();
        byte[] head = (Integer.toHexString(size) + "\r\n").getBytes(US_ASCII);
        int whole = head.length + size + LINE_BREAK.length;
        // No spare capacity: the TLS handler would append following bytes to the shared buffer.
        ByteBuf frame = ByteBufAllocator.DEFAULT.directBuffer(whole, whole);
        frame.writeBytes(head);
        parts.forEach((part) -> frame.writeBytes(part.duplicate()));
        return frame.writeBytes(LINE_BREAK);
    }

    /** Writes and flushes a frame; the channel releases it after the write, or when the connection closes. */
    @SuppressWarnings("FutureReturnValueIgnored")
    void write(ByteBuf frame) {
        // A failed write closes the channel, which reports it.
        this.codec.writeAndFlush(frame, this.channel.unsafe().voidPromise());
    }
}
