package io.gpulse.host;

import io.gpulse.metric.Reading;
import io.gpulse.metric.Reason;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.LongBuffer;
import java.nio.charset.StandardCharsets;
import java.util.OptionalLong;

/**
 * How many bytes a page of memory has, as the kernel told it when it started this process: 4096 on most machines, but
 * 65536 on some with ARM or POWER. Used by one thread.
 */
final class PageSize {

    /** In {@code self/auxv}, pairs of a key and a value: the key of the page size. */
    private static final long AT_PAGESZ = 6;

    private final ProcFolder proc;
    private OptionalLong known = OptionalLong.empty();

    PageSize(ProcFolder proc) {
        this.proc = proc;
    }

    /** So many pages in bytes; absent when the kernel does not say how large one is. */
    Reading bytes(double pages) {
        if (this.known.isEmpty()) {
            ProcFile told = this.proc.read("self/auxv");
            if (told.unread() != null) {
                return Reading.absent(told.unread());
            }
            this.known = find(told);
        }
        return this.known.isPresent()
                ? new Reading.Quantity(pages * this.known.getAsLong())
                : Reading.absent(Reason.ERROR);
    }

    private static OptionalLong find(ProcFile auxiliary) {
        byte[] bytes = auxiliary.text().getBytes(StandardCharsets.ISO_8859_1);
        LongBuffer words = ByteBuffer.wrap(bytes).order(ByteOrder.nativeOrder()).asLongBuffer();
        while (words.remaining() >= 2) {
            long key = words.get();
            long value = words.get();
            if (key == AT_PAGESZ && value > 0) {
                return OptionalLong.of(value);
            }
        }
        return OptionalLong.empty();
    }
}
