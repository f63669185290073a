package io.gpulse.host;

import io.gpulse.metric.Reading;
import io.gpulse.metric.Reason;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.LongBuffer;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;
import java.util.OptionalDouble;

/**
 * The units in which the kernel counts memory and time, from the pairs of a key and a value in {@code self/auxv} that
 * it passed to this process at its start. Used by one thread.
 */
final class KernelUnits {

    /** The key of the size of a page in bytes: 4096 on most machines, 65536 on some with ARM or POWER. */
    private static final long PAGE_BYTES = 6;

    /** The key of the number of ticks per second, in which the CPU time of a process is counted. */
    private static final long TICKS_PER_SECOND = 17;

    private final ProcFolder proc;
    private Map<Long, Long> known = Map.of();

    KernelUnits(ProcFolder proc) {
        this.proc = proc;
    }

    /** Converts pages of memory to bytes; absent when the size of a page is not known. */
    Reading bytes(double pages) {
        return read(PAGE_BYTES).convert((bytes) -> new Reading.Quantity(pages * bytes));
    }

    /** Converts ticks of CPU time to percent of one core; {@code NO_DATA} while the rate is not known. */
    Reading percentOfCore(OptionalDouble ticksPerSecond) {
        return ticksPerSecond.isEmpty()
                ? Reading.absent(Reason.NO_DATA)
                : read(TICKS_PER_SECOND)
                        .convert((ofClock) -> new Reading.Quantity(100 * ticksPerSecond.getAsDouble() / ofClock));
    }

    /** Returns the value of a key; the file is read until that has succeeded once. */
    private Reading read(long key) {
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
