package io.gpulse.nvml.probe;

import io.gpulse.metric.Call;
import io.gpulse.metric.NvmlNumbers.TemperatureThreshold;
import io.gpulse.metric.Probe;
import io.gpulse.metric.Reading;
import io.gpulse.metric.Reason;
import io.gpulse.nvml.library.NvmlReturn;
import java.util.ArrayList;
import java.util.List;

/** The reader of a getter's answer: of a member, of some bits, and of several members joined to one text. */
final class GetterReader {

    private static final String THRESHOLD = "nvmlDeviceGetTemperatureThreshold";

    private final DriverCalls calls;

    GetterReader(DriverCalls calls) {
        this.calls = calls;
    }

    Reading read(Probe.Member member, RowContext row, FieldBatch fields) {
        CachedCall call = this.calls.make(member.call());
        NvmlReturn returned = this.calls.count(call.returned());
        return returned == NvmlReturn.SUCCESS
                ? call.read(member.slot(), row.conversion())
                : Reading.absent(reason(returned, member.call()));
    }

    Reading readBits(Probe.Bits bits, RowContext row, FieldBatch fields) {
        CachedCall call = this.calls.make(bits.mask().call());
        NvmlReturn returned = this.calls.count(call.returned());
        return returned == NvmlReturn.SUCCESS ? call.read(bits, row.conversion()) : Reading.absent(returned.reason());
    }

    Reading readJoined(Probe.Joined joined, RowContext row, FieldBatch fields) {
        List<String> parts = new ArrayList<>();
        for (Probe.Member part : joined.parts()) {
            Reading reading = read(part, row, fields);
            if (reading instanceof Reading.Absent) {
                return reading;
            }
            parts.add(reading.word().orElseThrow());
        }
        return new Reading.Text(String.join(joined.separator(), parts));
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
                || (call.symbol().equals(THRESHOLD)
                        && TemperatureThreshold.isNewer(call.args().get(0)));
    }
}
