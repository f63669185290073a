package io.gpulse.web;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufHolder;
import io.netty.channel.Channel;
import io.netty.channel.ChannelException;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelOutboundBuffer;
import io.netty.channel.ChannelOutboundHandlerAdapter;
import io.netty.channel.ChannelPromise;
import io.netty.channel.EventLoop;
import io.netty.channel.WriteBufferWaterMark;
import io.netty.channel.epoll.EpollChannelOption;
import io.netty.handler.codec.http2.Http2StreamChannel;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.springframework.http.server.reactive.ServerHttpResponse;
import org.springframework.http.server.reactive.ServerHttpResponseDecorator;
import reactor.netty.Connection;

/** Measures the bytes of a response that the kernel and the HTTP/2 windows have accepted for its client. */
public final class ConnectionProgress {

    private static final String NAME = "gpulse.progress";

    /** Unsent bytes in the kernel, which otherwise buffers megabytes for a client that does not read. */
    private static final int MAX_UNSENT = 32 << 10;

    private ConnectionProgress() {}

    /** Decides about once a second, on the event loop, whether a response continues. */
    @FunctionalInterface
    public interface Check {

        /**
         * Returns false to close the connection.
         *
         * @param taken bytes accepted so far, of the connection or of the HTTP/2 stream
         * @param waiting whether more bytes wait
         */
        boolean mayContinue(long taken, boolean waiting);
    }

    /**
     * Checks the connection of a response until the returned action is run. An HTTP/2 stream is checked and closed
     * separately: its window can be closed while the client reads the connection.
     */
    public static Runnable watch(ServerHttpResponse response, Check check) {
        if (!(ServerHttpResponseDecorator.getNativeResponse(response) instanceof Connection netty)) {
            return () -> {};
        }
        Channel channel = netty.channel();
        Channel tcp = channel instanceof Http2StreamChannel ? channel.parent() : channel;
        EventLoop eventLoop = EventLoops.of(tcp);
        if (eventLoop == null) {
            return () -> {};
        }
        limitUnsent(tcp);
        Future<?> checks = eventLoop.scheduleAtFixedRate(() -> check(channel, check), 1, 1, TimeUnit.SECONDS);
        return () -> checks.cancel(false);
    }

    private static void limitUnsent(Channel tcp) {
        try {
            tcp.config().setOption(EpollChannelOption.TCP_NOTSENT_LOWAT, (long) MAX_UNSENT);
        } catch (ChannelException closed) {
            // The client has disconnected.
        }
    }

    @SuppressWarnings("FutureReturnValueIgnored") // nothing waits for the channel to be closed
    private static void check(Channel channel, Check check) {
        long waiting = channel instanceof Http2StreamChannel ? waitingInStream(channel) : waitingInBuffer(channel);
        if (channel.isActive() && !check.mayContinue(counter(channel).written - waiting, waiting > 0)) {
            channel.close();
        }
    }

    private static long waitingInBuffer(Channel tcp) {
        ChannelOutboundBuffer buffer = tcp.unsafe().outboundBuffer();
        return buffer == null ? 0 : buffer.totalPendingWriteBytes() - buffer.currentProgress();
    }

    /** Derives the pending bytes of a stream, which has no buffer, from its distance to the water marks. */
    private static long waitingInStream(Channel stream) {
        WriteBufferWaterMark limits = stream.config().getWriteBufferWaterMark();
        return stream.isWritable()
                ? limits.high() + 1 - stream.bytesBeforeUnwritable()
                : limits.low() - 1 + stream.bytesBeforeWritable();
    }

    private static Counter counter(Channel channel) {
        if (channel.pipeline().get(NAME) instanceof Counter known) {
            return known;
        }
        Counter counter = new Counter();
        channel.pipeline().addFirst(NAME, counter);
        return counter;
    }

    /** Counts the bytes that are passed to the transport. */
    private static final class Counter extends ChannelOutboundHandlerAdapter {

        private long written;

        @Override
        @SuppressWarnings("FutureReturnValueIgnored") // the result is reported to the promise
        public void write(ChannelHandlerContext context, Object message, ChannelPromise promise) {
            if (message instanceof ByteBuf bytes) {
                this.written += bytes.readableBytes();
            } else if (message instanceof ByteBufHolder frame) {
                this.written += frame.content().readableBytes();
            }
            context.write(message, promise);
        }
    }
}
