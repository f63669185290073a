package io.gpulse.nvml.probe;

import io.gpulse.device.GpuReadResult;
import io.gpulse.device.GpuReadings;
import io.gpulse.nvml.library.NvmlReturn;
import java.util.EnumSet;
import java.util.Set;

/** The return codes of one round: a GPU that returns nothing but one and the same error has no values to show. */
final class ReturnCodeTally {

    private static final Set<NvmlReturn> CONCLUSIVE =
            EnumSet.of(NvmlReturn.UNKNOWN, NvmlReturn.INVALID_ARGUMENT, NvmlReturn.OPERATING_SYSTEM);

    /** One metric with a quirk is no evidence; boards that lack nearly everything exist. */
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

    /** Judges the GPU by the return codes of the round. */
    GpuReadResult result(GpuReadings known) {
        if (this.calls < ENOUGH || this.codes.size() != 1 || !CONCLUSIVE.containsAll(this.codes)) {
            return GpuReadResult.fine(known);
        }
        NvmlReturn only = this.codes.iterator().next();
        return GpuReadResult.failed(only.verdict(), "Every call is answered with: " + only.words());
    }
}
