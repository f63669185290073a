package io.gpulse.testing;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.PooledByteBufAllocator;
import io.netty.util.ResourceLeakDetector;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@FollowEveryBuffer
@Tag("both-compilers-3")
class BufferLeaksTests {

    @Test
    void aDroppedBufferIsFoundAndAReleasedOneIsNot() {
        assertThat(BufferLeaks.taken()).isEmpty();
        assertThat(ResourceLeakDetector.getLevel()).isEqualTo(ResourceLeakDetector.Level.PARANOID);

        PooledByteBufAllocator.DEFAULT.directBuffer(64).release();
        assertThat(BufferLeaks.taken()).isEmpty();

        drop();
        assertThat(BufferLeaks.taken()).isNotEmpty().allMatch((leak) -> leak.contains("BufferLeaksTests.drop"));
    }

    private static void drop() {
        PooledByteBufAllocator.DEFAULT.directBuffer(64).writeLong(1);
    }
}
