package io.gpulse.stream.wire;

import io.netty.buffer.ByteBuf;
import org.springframework.core.io.buffer.DataBuffer;
import org.springframework.core.io.buffer.DataBufferFactory;
import org.springframework.core.io.buffer.NettyDataBufferFactory;
import org.springframework.http.server.reactive.ServerHttpResponse;
import org.springframework.http.server.reactive.ServerHttpResponseDecorator;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.netty.http.server.HttpServerResponse;

/** Writes chunks to a response of Reactor Netty, each with one flush. */
public final class ChunkWriter {

    private ChunkWriter() {}

    // Each buffer is created when it is written: a chunk that is never written needs no release.
    public static Mono<Void> write(Flux<Chunk> chunks, ServerHttpResponse response) {
        if (ServerHttpResponseDecorator.getNativeResponse(response) instanceof HttpServerResponse netty) {
            // A compressor would delay the chunks, and frames written below the codec bypass it.
            netty.compression(false);
            // HTTP/1.0 has no chunked coding: the response ends with the connection.
            netty.chunkedTransfer(netty.version().isKeepAliveDefault());
        }
        DataBufferFactory buffers = response.bufferFactory();
        return response.writeAndFlushWith(
                chunks.map((chunk) -> Mono.fromSupplier(() -> wrapped(chunk.take(), buffers))));
    }

    private static DataBuffer wrapped(ByteBuf bytes, DataBufferFactory buffers) {
        return buffers instanceof NettyDataBufferFactory netty ? netty.wrap(bytes) : buffers.wrap(bytes.nioBuffer());
    }
}
