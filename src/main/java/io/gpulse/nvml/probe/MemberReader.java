package io.gpulse.nvml.probe;

import io.gpulse.metric.Call;
import io.gpulse.metric.NvmlNumbers.TemperatureThreshold;
import io.gpulse.metric.Probe;
import io.gpulse.metric.Reading;
import io.gpulse.metric.Reason;
import io.gpulse.nvml.library.NvmlReturn;

/** The reader of a member of a getter's answer. */
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

    /** Returns the reason of an absence: "invalid argument" for a sensor or threshold that the driver does not know. */
    private static Reason reason(NvmlReturn returned, Call call) {
        return returned == NvmlReturn.INVALID_ARGUMENT && hasNewerChoice(call)
                ? Reason.DRIVER_TOO_OLD
                : returned.reason();
    }

    /** Returns whether a call has such an argument. Elsewhere the code means an invalid handle, which is temporary. */
    private static boolean hasNewerChoice(Call call) {
        return call.hasInputs()
                || call.symbol().equals(THRESHOLD)
                        && TemperatureThreshold.isNewer(call.args().get(0));
    }
}
