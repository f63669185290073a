package io.gpulse.demo;

import java.nio.ByteBuffer;
import java.util.Map;
import java.util.Set;
import java.util.function.ToLongFunction;

/**
 * Fills the records of {@code nvmlDeviceGetFieldValues}: each asks for a field by id and scope and has its own code.
 */
final class FieldValues {

    private static final int RECORD = 40;
    private static final int SCOPE = 4;
    private static final int TIMESTAMP = 8;
    private static final int LATENCY = 16;
    private static final int TYPE = 24;
    private static final int CODE = 28;
    private static final int VALUE = 32;
    private static final int U32 = 1;
    private static final int U64 = 3;

    private static final Map<Integer, ToLongFunction<Moment>> BY_ID = Map.of(
            82,
            Moment::memoryTemperature,
            185,
            Moment::power,
            186,
            Moment::powerNow,
            74,
            Moment::cappedNanos,
            76,
            (gpu) -> 0,
            269,
            (gpu) -> 0,
            270,
            (gpu) -> 0,
            271,
            (gpu) -> 0);

    /** Nanoseconds, told in 64 bits. */
    private static final Set<Integer> COUNTERS = Set.of(74, 76, 269, 270, 271);

    private FieldValues() {}

    static void fill(Moment gpu, Answer out) {
        int records = out.argument();
        if (records < 0 || (long) records * RECORD > out.memory().capacity()) {
            out.refuse(Answer.INVALID_ARGUMENT);
            return;
        }
        for (int record = 0; record < records; record++) {
            fill(
                    gpu,
                    out.memory()
                            .slice(record * RECORD, RECORD)
                            .order(out.memory().order()));
        }
    }

    private static void fill(Moment gpu, ByteBuffer record) {
        ToLongFunction<Moment> figure = record.getInt(SCOPE) == 0 ? BY_ID.get(record.getInt(0)) : null;
        long now = gpu.instant().getEpochSecond() * 1_000_000 + gpu.instant().getNano() / 1000;
        record.putLong(TIMESTAMP, now);
        record.putLong(LATENCY, 0);
        record.putInt(TYPE, COUNTERS.contains(record.getInt(0)) ? U64 : U32);
        record.putInt(CODE, figure == null ? Answer.NOT_SUPPORTED : Answer.SUCCESS);
        record.putLong(VALUE, figure == null ? 0 : figure.applyAsLong(gpu));
    }
}
