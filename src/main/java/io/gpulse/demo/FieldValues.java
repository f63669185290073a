package io.gpulse.demo;

import static io.gpulse.metric.NvmlField.CLOCKS_EVENT_REASON_HW_POWER_BRAKE_SLOWDOWN;
import static io.gpulse.metric.NvmlField.CLOCKS_EVENT_REASON_HW_THERM_SLOWDOWN;
import static io.gpulse.metric.NvmlField.CLOCKS_EVENT_REASON_SW_POWER_CAP;
import static io.gpulse.metric.NvmlField.CLOCKS_EVENT_REASON_SW_THERM_SLOWDOWN;
import static io.gpulse.metric.NvmlField.CLOCKS_EVENT_REASON_SYNC_BOOST;
import static io.gpulse.metric.NvmlField.MEMORY_TEMP;
import static io.gpulse.metric.NvmlField.NVLINK_ERROR_DL_CRC;
import static io.gpulse.metric.NvmlField.NVLINK_ERROR_DL_RECOVERY;
import static io.gpulse.metric.NvmlField.NVLINK_ERROR_DL_REPLAY;
import static io.gpulse.metric.NvmlField.NVLINK_GET_POWER_STATE;
import static io.gpulse.metric.NvmlField.NVLINK_GET_SPEED;
import static io.gpulse.metric.NvmlField.NVLINK_GET_VERSION;
import static io.gpulse.metric.NvmlField.NVLINK_LINK_COUNT;
import static io.gpulse.metric.NvmlField.NVLINK_THROUGHPUT_DATA_RX;
import static io.gpulse.metric.NvmlField.NVLINK_THROUGHPUT_DATA_TX;
import static io.gpulse.metric.NvmlField.PCIE_COUNT_CORRECTABLE_ERRORS;
import static io.gpulse.metric.NvmlField.PCIE_COUNT_FATAL_ERROR;
import static io.gpulse.metric.NvmlField.PCIE_COUNT_NON_FATAL_ERROR;
import static io.gpulse.metric.NvmlField.PCIE_L0_TO_RECOVERY_COUNTER;
import static io.gpulse.metric.NvmlField.PCIE_REPLAY_ROLLOVER_COUNTER;
import static io.gpulse.metric.NvmlField.POWER_AVERAGE;
import static io.gpulse.metric.NvmlField.POWER_INSTANT;
import static java.util.Map.entry;

import io.gpulse.metric.NvmlField;
import io.gpulse.metric.NvmlNumbers.PowerScope;
import io.gpulse.nvml.record.FieldValueRecord;
import io.gpulse.nvml.record.ValueType;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.function.ToLongFunction;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Fills the records of {@code nvmlDeviceGetFieldValues}: each has a return code of its own. */
final class FieldValues {

    /** NVML's number for this version of NVLink. */
    private static final int VERSION_4_0 = 6;

    private static final Map<NvmlField, ToLongFunction<BoardState>> OF_BOARD = Map.ofEntries(
            entry(CLOCKS_EVENT_REASON_SW_POWER_CAP, BoardState::cappedNanos),
            entry(CLOCKS_EVENT_REASON_SYNC_BOOST, (gpu) -> 0),
            entry(MEMORY_TEMP, BoardState::memoryTemperature),
            entry(NVLINK_LINK_COUNT, (gpu) -> Board.LINKS),
            entry(POWER_AVERAGE, BoardState::power),
            entry(POWER_INSTANT, BoardState::powerNow),
            entry(CLOCKS_EVENT_REASON_SW_THERM_SLOWDOWN, (gpu) -> 0),
            entry(CLOCKS_EVENT_REASON_HW_THERM_SLOWDOWN, (gpu) -> 0),
            entry(CLOCKS_EVENT_REASON_HW_POWER_BRAKE_SLOWDOWN, (gpu) -> 0),
            entry(PCIE_REPLAY_ROLLOVER_COUNTER, (gpu) -> 0),
            entry(PCIE_L0_TO_RECOVERY_COUNTER, (gpu) -> 0),
            entry(PCIE_COUNT_CORRECTABLE_ERRORS, (gpu) -> 0),
            entry(PCIE_COUNT_NON_FATAL_ERROR, (gpu) -> 0),
            entry(PCIE_COUNT_FATAL_ERROR, (gpu) -> 0));

    private static final Map<NvmlField, ToLongFunction<BoardState>> OF_LINK = Map.ofEntries(
            entry(NVLINK_THROUGHPUT_DATA_TX, BoardState::kibibytesOverLink),
            entry(NVLINK_THROUGHPUT_DATA_RX, BoardState::kibibytesOverLink),
            entry(NVLINK_ERROR_DL_REPLAY, (gpu) -> 0),
            entry(NVLINK_ERROR_DL_RECOVERY, (gpu) -> 0),
            entry(NVLINK_ERROR_DL_CRC, (gpu) -> 0),
            entry(NVLINK_GET_POWER_STATE, (gpu) -> 0),
            entry(NVLINK_GET_VERSION, (gpu) -> VERSION_4_0),
            entry(NVLINK_GET_SPEED, (gpu) -> Board.LINK_MEGABYTES_PER_SECOND));

    /** Fields that are no counters have 32 bits. */
    private static final Set<NvmlField> GAUGES = Set.of(
            MEMORY_TEMP,
            NVLINK_LINK_COUNT,
            POWER_AVERAGE,
            POWER_INSTANT,
            NVLINK_GET_SPEED,
            NVLINK_GET_VERSION,
            NVLINK_GET_POWER_STATE);

    private static final Map<Integer, NvmlField> BY_NUMBER =
            Stream.of(NvmlField.values()).collect(Collectors.toMap(NvmlField::number, Function.identity()));

    private FieldValues() {}

    static void fill(BoardState gpu, SimulatedCall out) {
        int records = out.argument();
        if (records < 0
                || (long) records * FieldValueRecord.BYTES > out.memory().capacity()) {
            out.refuse(SimulatedCall.INVALID_ARGUMENT);
            return;
        }
        for (int number = 0; number < records; number++) {
            fill(gpu, FieldValueRecord.at(out.memory(), number));
        }
    }

    /** Returns whether a split GPU lacks this field: it has no NVLink. */
    private static boolean isLacking(BoardState gpu, NvmlField field) {
        return gpu.board().isSplit() && field.name().startsWith("NVLINK");
    }

    private static void fill(BoardState gpu, FieldValueRecord record) {
        long now = SimulatedSamples.micros(gpu.instant());
        NvmlField field = BY_NUMBER.get(record.fieldId());
        ToLongFunction<BoardState> figure =
                field == null || isLacking(gpu, field) ? null : figure(field, record.scopeId());
        if (figure == null) {
            record.refuse(SimulatedCall.NOT_SUPPORTED, now);
        } else {
            ValueType type = GAUGES.contains(field) ? ValueType.UNSIGNED_INT : ValueType.UNSIGNED_LONG_LONG;
            record.answer(type, figure.applyAsLong(gpu), now);
        }
    }

    private static @Nullable ToLongFunction<BoardState> figure(NvmlField field, int scope) {
        if (OF_LINK.containsKey(field)) {
            return scope >= 0 && scope < Board.LINKS ? OF_LINK.get(field) : null;
        }
        if (scope == PowerScope.MEMORY.number()) {
            return field == POWER_AVERAGE ? BoardState::memoryPower : null;
        }
        return scope == 0 ? OF_BOARD.get(field) : null;
    }
}
