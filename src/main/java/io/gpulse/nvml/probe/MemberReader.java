package io.gpulse.nvml.probe;

import io.gpulse.metric.Call;
import io.gpulse.metric.NvmlNumbers.TemperatureThreshold;
import io.gpulse.metric.Probe;
import io.gpulse.metric.Reading;
import io.gpulse.metric.Reason;
import io.gpulse.nvml.library.NvmlReturn;

/** Reads a member of what a getter answers. */
final class MemberReader implements ProbeReader<Probe.Member> {

    private static final String THRESHOLD = "nvmlDeviceGetTemperatureThreshold";

    private final DriverCalls calls;

    MemberReader(DriverCalls calls) {
        this.calls = calls;
    }

    @Override
    public Reading read(Probe.Member member, RowContext row, FieldBatch fields) {
        CachedCall call = this.calls.make(member.call());
        NvmlReturn returned = this.calls.count(call.returned());
        return returned == NvmlReturn.SUCCESS
                ? call.read(member.slot(), row.conversion())
                : Reading.absent(reason(returned, member.call()));
    }

    @Override
    public boolean isAnswered(Probe.Member member) {
        return this.calls.isAnswered(member.call());
    }

    /** A driver that does not know one of our choices, a sensor or a threshold, calls it an invalid argument. */
    private static Reason reason(NvmlReturn returned, Call call) {
        return returned == NvmlReturn.INVALID_ARGUMENT && hasNewerChoice(call)
                ? Reason.DRIVER_TOO_OLD
                : returned.reason();
    }

    /** Elsewhere such a code is of a handle that has become invalid, and passes. */
    private static boolean hasNewerChoice(Call call) {
        return call.hasInputs()
                || call.symbol().equals(THRESHOLD)
                        && TemperatureThreshold.isNewer(call.args().get(0));
    }
}
