package io.gpulse.stream;

import java.nio.ByteBuffer;
import java.util.Set;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** How far one reader has got in the notices. */
final class NoticeCursor {

    private final NoticeRing ring;
    private final StreamRequest request;
    private final Predicate<String> showsGpu;
    private long number;

    /** @param showsGpu whether the reader asked for a GPU, by its UUID */
    NoticeCursor(NoticeRing ring, StreamRequest request, Predicate<String> showsGpu) {
        this.ring = ring;
        this.request = request;
        this.showsGpu = showsGpu;
    }

    /** @param after the snapshot that the reader has already; null when it begins with the present */
    void startBehind(@Nullable Long after) {
        this.number = after == null ? this.ring.next() : this.ring.firstBehind(after);
    }

    /**
     * Writes what came before a snapshot.
     *
     * @param sequence of the snapshot
     * @param mayWrite whether the connection has room
     * @return false when some is left that the connection has no room for
     */
    boolean writeBefore(long sequence, BooleanSupplier mayWrite, Consumer<ByteBuffer> write) {
        if (!this.request.notices()) {
            return true;
        }
        NoticeRing.Entry entry = this.ring.from(this.number);
        while (entry != null && entry.behind() < sequence) {
            if (isShown(entry)) {
                if (!mayWrite.getAsBoolean()) {
                    return false;
                }
                write.accept(this.request.format().notice(entry.notice()));
            }
            this.number = entry.number() + 1;
            entry = this.ring.from(this.number);
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
