package io.gpulse.web;

import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelOutboundHandlerAdapter;
import io.netty.channel.ChannelPipeline;
import io.netty.channel.ChannelPromise;
import io.netty.handler.codec.http.LastHttpContent;
import org.springframework.boot.reactor.netty.NettyServerCustomizer;
import org.springframework.stereotype.Component;
import reactor.netty.Connection;
import reactor.netty.NettyPipeline;
import reactor.netty.http.server.HttpServer;

/**
 * Makes a connection read on after every answer. Reactor Netty 1.3.7 forgets to when a request arrived while the one
 * before it was still being answered off the event loop, as health and files are: the connection is then kept alive,
 * and deaf (reactor-netty#4361).
 */
@Component
public final class KeepAliveFix implements NettyServerCustomizer {

    /** Of the handler above the HTTP codec: it passes on what is written, and only looks for its end. */
    public static final String NAME = "gpulse.readOn";

    @Override
    public HttpServer apply(HttpServer server) {
        return server.doOnConnection(KeepAliveFix::install);
    }

    // Reactor Netty announces a connection for every request on it.
    private static void install(Connection connection) {
        ChannelPipeline pipeline = connection.channel().pipeline();
        if (pipeline.get(NAME) == null && pipeline.get(NettyPipeline.HttpCodec) != null) {
            pipeline.addAfter(NettyPipeline.HttpCodec, NAME, new ReadingOn());
        }
    }

    private static final class ReadingOn extends ChannelOutboundHandlerAdapter {

        private boolean answered;

        @Override
        public void write(ChannelHandlerContext context, Object message, ChannelPromise promise) {
            this.answered |= message instanceof LastHttpContent;
            context.write(message, promise);
        }

        @Override
        public void flush(ChannelHandlerContext context) {
            context.flush();
            if (this.answered) {
                this.answered = false;
                context.executor().execute(context::read);
            }
        }
    }
}
