package io.gpulse.demo;

import io.gpulse.metric.NvmlNumbers.SamplingType;
import io.gpulse.nvml.record.ListSlots;
import io.gpulse.nvml.record.SampleRecord;
import io.gpulse.nvml.record.ValueType;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.function.ToLongFunction;

/** The samples that the driver takes by itself at fixed times and keeps for a while. */
final class SimulatedSamples {

    private static final int KEPT = 100;
    private static final long MICROS = 1_000_000;

    /** Time between two samples. */
    static final long POWER_MICROS = MICROS / 10;

    static final long UTILIZATION_MICROS = MICROS / 6;

    /** By the driver's number of the kind. */
    private static final Map<Integer, Ring> RINGS = Map.of(
            SamplingType.TOTAL_POWER.number(),
            new Ring(POWER_MICROS, BoardState::powerNow),
            SamplingType.GPU_UTILIZATION.number(),
            new Ring(UTILIZATION_MICROS, BoardState::utilization));

    /** The interval between two samples in microseconds, and the sampled signal. */
    private record Ring(long every, ToLongFunction<BoardState> figure) {}

    private SimulatedSamples() {}

    static void answer(BoardState now, SimulatedCall out) {
        Ring ring = RINGS.get(out.argument());
        if (ring == null) {
            out.refuse(SimulatedCall.NOT_SUPPORTED);
            return;
        }
        ByteBuffer memory = out.memory();
        long last = micros(now.instant()) / ring.every();
        long first = Math.max(SampleRecord.lastSeen(memory) / ring.every(), last - KEPT) + 1;
        if (first > last) {
            out.refuse(SimulatedCall.NOT_FOUND);
        } else if (last - first >= out.number(ListSlots.COUNT)) {
            out.refuse(SimulatedCall.INSUFFICIENT_SIZE);
        } else {
            SampleRecord.answer(memory, ValueType.UNSIGNED_INT);
            out.with(ListSlots.COUNT, last - first + 1);
            for (long number = first; number <= last; number++) {
                long micros = number * ring.every();
                BoardState then = now.at(instant(micros));
                SampleRecord.at(memory, (int) (number - first))
                        .answer(micros, ring.figure().applyAsLong(then));
            }
        }
    }

    static long micros(Instant instant) {
        return instant.getEpochSecond() * MICROS + instant.getNano() / 1000;
    }

    private static Instant instant(long micros) {
        return Instant.EPOCH.plus(Duration.ofNanos(micros % MICROS * 1000)).plusSeconds(micros / MICROS);
    }
}
