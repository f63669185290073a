package io.gpulse.stream.wire;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;

import io.gpulse.stream.SnapshotStream;
import io.gpulse.testing.FollowEveryBuffer;
import io.gpulse.testing.RawConnection;
import io.gpulse.testing.Snapshots;
import io.gpulse.testing.TestServer;
import io.gpulse.testing.Wait;
import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelOutboundHandlerAdapter;
import io.netty.channel.ChannelPipeline;
import io.netty.channel.ChannelPromise;
import io.netty.handler.codec.http.HttpContent;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import reactor.netty.NettyPipeline;

@FollowEveryBuffer
@Tag("both-compilers-3")
class FrameWriterTests {

    private static final String STREAM = "/api/v1/stream?events=false";

    private final List<Written> written = new CopyOnWriteArrayList<>();

    /** @param address in direct memory; 0 elsewhere */
    private record Written(String text, long address) {

        static Written of(ByteBuf bytes) {
            return new Written(bytes.toString(US_ASCII), bytes.hasMemoryAddress() ? bytes.memoryAddress() : 0);
        }
    }

    @Test
    void aRoundIsWrittenToAllAsTheSameBytesInDirectMemory() {
        try (TestServer server = watchedBelowTheCodec()) {
            server.takes(Snapshots.numbered(0));
            List<RawConnection> readers = IntStream.range(0, 3)
                    .mapToObj((reader) -> listening(server))
                    .toList();
            // A reader with a pending write receives the next round later, as its own bytes.
            int round = 1;
            String event = publishToAll(server, round, readers);
            while (round < 20 && !areShared(framesOf(round))) {
                event = publishToAll(server, ++round, readers);
            }

            List<Written> frames = framesOf(round);
            assertThat(frames).hasSize(readers.size());
            assertThat(addresses(frames)).doesNotContain(0L).hasSize(1);
            assertThat(frames)
                    .extracting(Written::text)
                    .containsOnly(Integer.toHexString(event.length()) + "\r\n" + event + "\r\n");
            readers.forEach(RawConnection::close);
        }
    }

    private List<Written> framesOf(int round) {
        return this.written.stream()
                .filter((bytes) -> bytes.text().contains("id:" + (Snapshots.FIRST + round) + "\n"))
                .toList();
    }

    private static boolean areShared(List<Written> frames) {
        return addresses(frames).size() == 1 && !addresses(frames).contains(0L);
    }

    private static Set<Long> addresses(List<Written> frames) {
        return frames.stream().map(Written::address).collect(Collectors.toSet());
    }

    @Test
    void theEndIsWrittenByTheCodecAgain() {
        TestServer server = watchedBelowTheCodec();
        RawConnection reader;
        try (server) {
            server.takes(Snapshots.numbered(0));
            reader = listening(server);
            publishToAll(server, 1, List.of(reader));
        }
        assertThat(reader.until("0\r\n\r\n")).isEqualTo("0\r\n\r\n");
        reader.close();
    }

    @Test
    void handlerThatWatchesWritesSeesAllBytes() {
        List<String> seen = new CopyOnWriteArrayList<>();
        try (TestServer server = TestServer.startedWith((netty) -> netty.doOnConnection((connection) -> connection
                .channel()
                .pipeline()
                .addAfter(NettyPipeline.HttpCodec, "watch", new Watch() {
                    @Override
                    void see(Object message) {
                        if (message instanceof HttpContent content) {
                            seen.add(content.content().toString(US_ASCII));
                        } else if (message instanceof ByteBuf bytes) {
                            seen.add(bytes.toString(US_ASCII));
                        }
                    }
                })))) {
            server.takes(Snapshots.numbered(0));
            try (RawConnection reader = listening(server)) {
                String event = publishToAll(server, 1, List.of(reader));
                assertThat(seen).contains(event);
            }
        }
    }

    @Test
    void frameHasNoSpareCapacity() {
        ByteBuf frame = FrameWriter.frame(List.of(ByteBuffer.wrap(new byte[300]), ByteBuffer.wrap(new byte[5])));
        assertThat(frame.readableBytes()).isEqualTo("131\r\n".length() + 305 + 2);
        assertThat(frame.maxWritableBytes()).isZero();
        frame.release();
    }

    @Test
    void compressorIsOffForTheStream() {
        try (TestServer server = TestServer.started(
                "server.compression.enabled=true",
                "server.compression.mime-types=text/event-stream",
                "server.compression.min-response-size=1")) {
            server.takes(Snapshots.numbered(0));
            try (RawConnection reader = RawConnection.get(server, STREAM, "Accept-Encoding: deflate")) {
                assertThat(reader.headers()).doesNotContainIgnoringCase("\r\nContent-Encoding:");
                reader.chunk();
                for (int round = 1; round < 4; round++) {
                    assertThat(reader.chunk()).startsWith("id:");
                    server.takes(Snapshots.numbered(round));
                }
            }
        }
    }

    @Test
    void http10ResponseHasNoChunks() {
        try (TestServer server = watchedBelowTheCodec();
                RawConnection old = RawConnection.silent(server)) {
            server.takes(Snapshots.numbered(0));
            old.send("GET " + STREAM + " HTTP/1.0\r\nHost: localhost\r\n\r\n");
            assertThat(old.headers()).doesNotContainIgnoringCase("Transfer-Encoding");
            assertThat(old.until("\n\n")).isEqualTo("retry: 2000\n\n");
            assertThat(old.until("\n\n")).startsWith("id:" + Snapshots.FIRST + "\n");
            for (int round = 1; round < 4; round++) {
                server.takes(Snapshots.numbered(round));
                assertThat(old.until("\n\n")).startsWith("id:" + (Snapshots.FIRST + round) + "\n");
            }
        }
    }

    private TestServer watchedBelowTheCodec() {
        List<Written> all = this.written;
        return TestServer.startedWith((netty) -> netty.doOnConnection((connection) -> {
            ChannelPipeline pipeline = connection.channel().pipeline();
            if (pipeline.get("watch") == null) {
                pipeline.addFirst("watch", new Watch() {
                    @Override
                    void see(Object message) {
                        if (message instanceof ByteBuf bytes) {
                            all.add(Written.of(bytes));
                        }
                    }
                });
            }
        }));
    }

    /** Opens a stream and reads until the latest round. */
    private static RawConnection listening(TestServer server) {
        RawConnection reader = RawConnection.get(server, STREAM);
        reader.headers();
        assertThat(reader.chunk()).isEqualTo("retry: 2000\n\n");
        assertThat(reader.chunk()).startsWith("id:");
        return reader;
    }

    /** Publishes a round and returns the event that all readers receive. */
    private static String publishToAll(TestServer server, int round, List<RawConnection> readers) {
        server.takes(Snapshots.numbered(round));
        List<String> events = readers.stream().map(RawConnection::chunk).toList();
        assertThat(events).allSatisfy((event) -> assertThat(event).startsWith("id:" + (Snapshots.FIRST + round)));
        Wait.until(() -> server.bean(SnapshotStream.class).statistics().subscribers() == readers.size());
        return events.get(0);
    }

    private abstract static class Watch extends ChannelOutboundHandlerAdapter {

        abstract void see(Object message);

        @Override
        public void write(ChannelHandlerContext context, Object message, ChannelPromise promise) {
            see(message);
            context.write(message, promise);
        }
    }
}
