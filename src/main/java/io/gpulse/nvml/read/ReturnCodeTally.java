package io.gpulse.nvml.read;

import io.gpulse.device.GpuReadings;
import io.gpulse.device.Look;
import io.gpulse.nvml.library.NvmlReturn;
import java.util.EnumSet;
import java.util.Set;

/** What the answers of one look were: a GPU that answers nothing but one and the same error has no values to show. */
final class ReturnCodeTally {

    private static final Set<NvmlReturn> TELLING =
            EnumSet.of(NvmlReturn.UNKNOWN, NvmlReturn.INVALID_ARGUMENT, NvmlReturn.OPERATING_SYSTEM);

    /** One metric with a quirk is no evidence; boards that lack nearly everything exist. */
    private static final int ENOUGH = 3;

    private final Set<NvmlReturn> said = EnumSet.noneOf(NvmlReturn.class);
    private int answers;

    NvmlReturn count(NvmlReturn answer) {
        if (answer != NvmlReturn.FUNCTION_NOT_FOUND) {
            this.said.add(answer);
            this.answers++;
        }
        return answer;
    }

    Look look(GpuReadings known) {
        if (this.answers < ENOUGH || this.said.size() != 1 || !TELLING.containsAll(this.said)) {
            return Look.fine(known);
        }
        NvmlReturn only = this.said.iterator().next();
        return Look.failed(only.verdict(), "Every call is answered with: " + only.words());
    }
}
