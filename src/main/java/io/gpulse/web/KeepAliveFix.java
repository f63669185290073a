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
 * Resumes reading of a connection after every response. Reactor Netty 1.3.7 does not when a request arrives while the
 * previous one is processed off the event loop, as health and files are: the connection stays open, but no further
 * request is read (reactor-netty#4361).
 */
@Component
public final class KeepAliveFix implements NettyServerCustomizer {

    /** Name of the handler above the HTTP codec, which passes writes on and only detects the end of a response. */
    public static final String NAME = "gpulse.readOn";

    @Override
    public HttpServer apply(HttpServer server) {
        return server.doOnConnection(KeepAliveFix::install);
    }

    // Reactor Netty calls this for every request of a connection.
    private static void install(Connection connection) {
        ChannelPipeline pipeline = connection.channel().pipeline();
        if (pipeline.get(NAME) == null && pipeline.get(NettyPipeline.HttpCodec) != null) {
            pipeline.addAfter(NettyPipeline.HttpCodec, NAME, new ReadAfterResponse());
        }
    }

    private static final class ReadAfterResponse extends ChannelOutboundHandlerAdapter {

        private boolean responded;

        @Override
        @SuppressWarnings("FutureReturnValueIgnored") // the result is reported to the promise
        public void write(ChannelHandlerContext context, Object message, ChannelPromise promise) {
            this.responded |= message instanceof LastHttpContent;
            context.write(message, promise);
        }

        @Override
        public void flush(ChannelHandlerContext context) {
            context.flush();
            if (this.responded) {
                this.responded = false;
                context.executor().execute(context::read);
            }
        }
    }
}
