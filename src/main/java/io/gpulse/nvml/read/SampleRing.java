package io.gpulse.nvml.read;

import io.gpulse.metric.Call;
import io.gpulse.metric.Layout;
import io.gpulse.metric.Probe;
import io.gpulse.metric.Reading;
import io.gpulse.metric.UnitConversion;
import io.gpulse.nvml.library.NvmlReturn;
import io.gpulse.nvml.record.ValueType;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.OptionalDouble;

/**
 * What the driver has sampled by itself since the last look: {@code nvmlDeviceGetSamples}. Samples that are not newer
 * than those seen before, what is below 0, and shares above 100 %, which processes that became zombies cause, are
 * dropped.
 */
public final class SampleRing {

    static final String SYMBOL = "nvmlDeviceGetSamples";
    static final int RECORD = 16;

    private static final int LAST_SEEN = 0;
    private static final int VALUE_TYPE = 8;
    private static final int SAMPLES = 16;
    private static final int VALUE = 8;
    private static final int ROOM = 256;
    private static final int POWER = 0;
    private static final double ALL = 100;

    private final int type;
    private final DriverCalls line;
    private final ListCall call;
    private long newest;
    private long look = -1;
    private NvmlReturn said = NvmlReturn.NO_DATA;
    private double least;
    private double greatest;

    SampleRing(int type, DriverCalls line) {
        this.type = type;
        this.line = line;
        this.call = new ListCall(line, (room) -> call(type, room), ROOM);
    }

    public static Call call(int type, int room) {
        return new Call(
                SYMBOL,
                List.of(type),
                Layout.pointers()
                        .given("lastSeenTimeStamp")
                        .u32("sampleValType")
                        .room(ListCall.COUNT, room)
                        .array(ListCall.ENTRIES, room * RECORD));
    }

    /** What the driver says; {@code NO_DATA} when nothing new was sampled, and at the first look. */
    NvmlReturn ask() {
        if (this.look != this.line.look()) {
            this.look = this.line.look();
            this.said = this.call.ask((memory) -> memory.putLong(LAST_SEEN, this.newest));
            if (this.said == NvmlReturn.SUCCESS) {
                this.said = take();
            }
        }
        return this.said;
    }

    Reading read(Probe.Sampled.Extreme extreme, UnitConversion meaning) {
        return meaning.of(extreme == Probe.Sampled.Extreme.LEAST ? this.least : this.greatest);
    }

    /** What was kept before we first asked is of another time. */
    private NvmlReturn take() {
        boolean first = this.newest == 0;
        long seen = this.newest;
        this.least = Double.POSITIVE_INFINITY;
        this.greatest = Double.NEGATIVE_INFINITY;
        for (int sample = 0; sample < this.call.count(); sample++) {
            take(SAMPLES + sample * RECORD, seen);
        }
        return first || this.least > this.greatest ? NvmlReturn.NO_DATA : NvmlReturn.SUCCESS;
    }

    private void take(int record, long seen) {
        long stamp = memory().getLong(record);
        OptionalDouble told = value(record + VALUE);
        if (stamp <= seen || told.isEmpty()) {
            return;
        }
        double value = told.getAsDouble();
        this.newest = Math.max(this.newest, stamp);
        if (value >= 0 && (this.type == POWER || value <= ALL)) {
            this.least = Math.min(this.least, value);
            this.greatest = Math.max(this.greatest, value);
        }
    }

    private OptionalDouble value(int offset) {
        return ValueType.of(memory().getInt(VALUE_TYPE)).number(memory(), offset);
    }

    private ByteBuffer memory() {
        return this.call.memory();
    }
}
