package io.gpulse.nvml.probe;

import io.gpulse.device.GpuReadResult;
import io.gpulse.device.GpuReadings;
import io.gpulse.nvml.library.NvmlReturn;
import java.util.EnumSet;
import java.util.Set;

/** The return codes of one round. A GPU that returns the same error for every call has no values to show. */
final class ReturnCodeTally {

    private static final Set<NvmlReturn> CONCLUSIVE =
            EnumSet.of(NvmlReturn.UNKNOWN, NvmlReturn.INVALID_ARGUMENT, NvmlReturn.OPERATING_SYSTEM);

    /** The minimum of calls for a conclusion, since some boards lack nearly everything. */
    private static final int ENOUGH = 3;

    private final Set<NvmlReturn> codes = EnumSet.noneOf(NvmlReturn.class);
    private int calls;

    NvmlReturn count(NvmlReturn returned) {
        if (returned != NvmlReturn.FUNCTION_NOT_FOUND) {
            this.codes.add(returned);
            this.calls++;
        }
        return returned;
    }

    /** Returns the result of the round: its readings, or a failure if every call returned the same error. */
    GpuReadResult result(GpuReadings known) {
        if (this.calls < ENOUGH || this.codes.size() != 1 || !CONCLUSIVE.containsAll(this.codes)) {
            return GpuReadResult.fine(known);
        }
        NvmlReturn only = this.codes.iterator().next();
        return GpuReadResult.failed(only.verdict(), "Every call returns: " + only.words());
    }
}
