package io.gpulse.stream;

import java.nio.ByteBuffer;
import java.util.Set;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** The position of one subscriber in the notices. */
final class NoticeCursor {

    private final NoticeRing ring;
    private final StreamRequest request;
    private final Predicate<String> showsGpu;
    private long number;

    /** @param showsGpu whether the view of the subscriber shows a GPU, by its UUID */
    NoticeCursor(NoticeRing ring, StreamRequest request, Predicate<String> showsGpu) {
        this.ring = ring;
        this.request = request;
        this.showsGpu = showsGpu;
    }

    /** @param after sequence of the last snapshot received; null to start with the latest one */
    void startAfter(@Nullable Long after) {
        this.number = after == null ? this.ring.next() : this.ring.firstAfter(after);
    }

    /**
     * Writes the notices before a snapshot.
     *
     * @param sequence of the snapshot
     * @param mayWrite whether the connection has room
     * @return false when notices are left because the connection is full
     */
    boolean writeBefore(long sequence, BooleanSupplier mayWrite, Consumer<ByteBuffer> write) {
        if (!this.request.notices()) {
            return true;
        }
        for (NoticeRing.Entry entry : this.ring.from(this.number)) {
            if (entry.after() >= sequence) {
                return true;
            }
            if (isShown(entry)) {
                if (!mayWrite.getAsBoolean()) {
                    return false;
                }
                write.accept(this.request.format().notice(entry.notice()));
            }
            this.number = entry.number() + 1;
        }
        return true;
    }

    boolean hasMore() {
        return this.request.notices() && this.number < this.ring.next();
    }

    private boolean isShown(NoticeRing.Entry entry) {
        Set<String> gpus = entry.notice().gpus();
        return gpus.isEmpty() || gpus.stream().anyMatch(this.showsGpu);
    }
}
