package io.gpulse.stream;

import io.netty.buffer.ByteBuf;
import io.netty.channel.EventLoop;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;
import org.springframework.core.io.buffer.DataBuffer;
import org.springframework.core.io.buffer.DataBufferFactory;
import org.springframework.core.io.buffer.NettyDataBufferFactory;
import org.springframework.http.server.reactive.ServerHttpResponse;
import org.springframework.http.server.reactive.ServerHttpResponseDecorator;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.netty.Connection;
import reactor.netty.http.server.HttpServerResponse;

/** Writes chunks to a response of Reactor Netty, each with one flush. */
public final class ChunkWriter {

    private ChunkWriter() {}

    // A buffer comes into being when it is written, so that nothing has to be released when it is not.
    public static Mono<Void> write(Flux<Chunk> chunks, ServerHttpResponse response) {
        if (ServerHttpResponseDecorator.getNativeResponse(response) instanceof HttpServerResponse netty) {
            // A compressor would hold back what comes, and is passed by what is written below the codec.
            netty.compression(false);
            // HTTP/1.0 knows no chunks: the end of the connection is the end of the response.
            netty.chunkedTransfer(netty.version().isKeepAliveDefault());
        }
        DataBufferFactory buffers = response.bufferFactory();
        return response.writeAndFlushWith(
                chunks.map((chunk) -> Mono.fromSupplier(() -> wrapped(chunk.take(), buffers))));
    }

    /** Reactor Netty writes first and looks at the channel afterwards; whoever does not want to queue looks before. */
    static BooleanSupplier writable(ServerHttpResponse response) {
        Object connection = ServerHttpResponseDecorator.getNativeResponse(response);
        return connection instanceof Connection netty ? () -> netty.channel().isWritable() : () -> true;
    }

    /** Completes when the response has ended, or its HTTP/2 stream or connection is closed, whichever comes first. */
    static Mono<Void> ended(ServerHttpResponse response) {
        Object connection = ServerHttpResponseDecorator.getNativeResponse(response);
        return connection instanceof Connection netty ? netty.onTerminate() : Mono.never();
    }

    /** Closes the HTTP/2 stream or the connection of a response, without waiting for what is to be written. */
    static Runnable disconnect(ServerHttpResponse response) {
        Object connection = ServerHttpResponseDecorator.getNativeResponse(response);
        return connection instanceof Connection netty ? netty.channel()::close : () -> {};
    }

    static @Nullable EventLoop eventLoop(ServerHttpResponse response) {
        Object connection = ServerHttpResponseDecorator.getNativeResponse(response);
        return connection instanceof Connection netty ? netty.channel().eventLoop() : null;
    }

    private static DataBuffer wrapped(ByteBuf bytes, DataBufferFactory buffers) {
        return buffers instanceof NettyDataBufferFactory netty ? netty.wrap(bytes) : buffers.wrap(bytes.nioBuffer());
    }
}
