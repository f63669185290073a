package io.gpulse.demo;

import java.nio.ByteBuffer;
import java.util.Map;
import java.util.Set;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;

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

    /** By NVML's scopes of power. */
    private static final int MEMORY = 2;

    private static final int POWER_AVERAGE = 185;

    private static final Map<Integer, ToLongFunction<Moment>> OF_BOARD = Map.of(
            74,
            Moment::cappedNanos,
            76,
            (gpu) -> 0,
            82,
            Moment::memoryTemperature,
            91,
            (gpu) -> Board.LINKS,
            POWER_AVERAGE,
            Moment::power,
            186,
            Moment::powerNow,
            269,
            (gpu) -> 0,
            270,
            (gpu) -> 0,
            271,
            (gpu) -> 0);

    private static final Map<Integer, ToLongFunction<Moment>> OF_LINK = Map.of(
            138,
            Moment::kibibytesOverLink,
            139,
            Moment::kibibytesOverLink,
            161,
            (gpu) -> 0,
            162,
            (gpu) -> 0,
            163,
            (gpu) -> 0,
            164,
            (gpu) -> Board.LINK_MEGABYTES_PER_SECOND);

    /** Told in 64 bits. */
    private static final Set<Integer> COUNTERS = Set.of(74, 76, 138, 139, 161, 162, 163, 269, 270, 271);

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
        ToLongFunction<Moment> figure = figure(record.getInt(0), record.getInt(SCOPE));
        long now = gpu.instant().getEpochSecond() * 1_000_000 + gpu.instant().getNano() / 1000;
        record.putLong(TIMESTAMP, now);
        record.putLong(LATENCY, 0);
        record.putInt(TYPE, COUNTERS.contains(record.getInt(0)) ? U64 : U32);
        record.putInt(CODE, figure == null ? Answer.NOT_SUPPORTED : Answer.SUCCESS);
        record.putLong(VALUE, figure == null ? 0 : figure.applyAsLong(gpu));
    }

    private static @Nullable ToLongFunction<Moment> figure(int id, int scope) {
        if (OF_LINK.containsKey(id)) {
            return scope >= 0 && scope < Board.LINKS ? OF_LINK.get(id) : null;
        }
        if (scope == MEMORY) {
            return id == POWER_AVERAGE ? Moment::memoryPower : null;
        }
        return scope == 0 ? OF_BOARD.get(id) : null;
    }
}
