package io.gpulse.host;

import io.gpulse.metric.Reading;
import io.gpulse.metric.Reason;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.LongBuffer;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;

/**
 * The values that the kernel passed to this process at its start: pairs of a key and a value in {@code self/auxv}.
 * Used by one thread.
 */
final class AuxiliaryVector {

    /** The key of how many bytes a page of memory has: 4096 on most machines, 65536 on some with ARM or POWER. */
    static final long PAGE_BYTES = 6;

    /** The key of how many ticks a second has, of those in which the kernel counts the time of a process. */
    static final long TICKS_PER_SECOND = 17;

    private final ProcFolder proc;
    private Map<Long, Long> known = Map.of();

    AuxiliaryVector(ProcFolder proc) {
        this.proc = proc;
    }

    /** Absent when the kernel does not say; it is asked until it has. */
    Reading read(long key) {
        if (this.known.isEmpty()) {
            ProcFile file = this.proc.readBinary("self/auxv");
            if (file.unread() != null) {
                return Reading.absent(file.unread());
            }
            this.known = pairs(file);
        }
        long value = this.known.getOrDefault(key, 0L);
        return value > 0 ? new Reading.Quantity(value) : Reading.absent(Reason.ERROR);
    }

    private static Map<Long, Long> pairs(ProcFile auxiliary) {
        byte[] bytes = auxiliary.text().getBytes(StandardCharsets.ISO_8859_1);
        LongBuffer words = ByteBuffer.wrap(bytes).order(ByteOrder.nativeOrder()).asLongBuffer();
        Map<Long, Long> pairs = new HashMap<>();
        while (words.remaining() >= 2) {
            pairs.put(words.get(), words.get());
        }
        return pairs;
    }
}
