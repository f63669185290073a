package io.gpulse.web;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpulse.testing.Http;
import io.gpulse.testing.Snapshots;
import io.gpulse.testing.TestServer;
import io.gpulse.testing.Wait;
import io.netty.buffer.AbstractByteBufAllocator;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.UnpooledByteBufAllocator;
import io.netty.channel.ChannelOption;
import java.nio.file.Path;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Buffers are allocated on the event loop: a buffer of another thread can leak when the connection ends. */
class EncodingThreadTests {

    private static final String READER = "gpulse-history-reader";

    private final Set<String> threads = ConcurrentHashMap.newKeySet();

    @Test
    void historyThreadsAllocateNoResponseBuffers(@TempDir Path folder) {
        try (TestServer server = TestServer.startedWith(
                        (netty) -> netty.childOption(ChannelOption.ALLOCATOR, new Recording()),
                        "gpulse.history.enabled=true",
                        "gpulse.history.dir=" + folder)
                .takes(Snapshots.ofGpus(2))) {
            Wait.until(() -> Http.get(server, "/api/v1/history").statusCode() == 200);
            for (String path : new String[] {"/api/v1/events", "/api/v1/marks", "/api/v1/history/usage"}) {
                assertThat(Http.get(server, path).statusCode()).isEqualTo(200);
            }
        }
        assertThat(this.threads).isNotEmpty().noneMatch((name) -> name.startsWith(READER));
    }

    /** Records the threads that allocate buffers. */
    private final class Recording extends AbstractByteBufAllocator {

        @Override
        protected ByteBuf newHeapBuffer(int initialCapacity, int maxCapacity) {
            EncodingThreadTests.this.threads.add(Thread.currentThread().getName());
            return UnpooledByteBufAllocator.DEFAULT.heapBuffer(initialCapacity, maxCapacity);
        }

        @Override
        protected ByteBuf newDirectBuffer(int initialCapacity, int maxCapacity) {
            EncodingThreadTests.this.threads.add(Thread.currentThread().getName());
            return UnpooledByteBufAllocator.DEFAULT.directBuffer(initialCapacity, maxCapacity);
        }

        @Override
        public boolean isDirectBufferPooled() {
            return false;
        }
    }
}
