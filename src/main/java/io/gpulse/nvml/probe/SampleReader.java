package io.gpulse.nvml.probe;

import io.gpulse.metric.NvmlNumbers.SamplingType;
import io.gpulse.metric.Probe;
import io.gpulse.metric.Probe.Sampled.Extreme;
import io.gpulse.metric.Reading;
import io.gpulse.nvml.library.NvmlReturn;
import io.gpulse.nvml.record.SampleRecord;
import java.util.HashMap;
import java.util.Map;
import java.util.OptionalDouble;

/** The reader of minimum and maximum of the samples that the driver has taken by itself since the last round. */
final class SampleReader implements ProbeReader<Probe.Sampled> {

    private final DriverCalls calls;
    private final Map<Integer, SampleRange> byType = new HashMap<>();

    SampleReader(DriverCalls calls) {
        this.calls = calls;
    }

    @Override
    public Reading read(Probe.Sampled sampled, RowContext row, FieldBatch fields) {
        SampleRange range = this.byType.computeIfAbsent(sampled.type(), (type) -> new SampleRange(type, this.calls));
        NvmlReturn returned = range.returned();
        return returned == NvmlReturn.SUCCESS
                ? row.conversion().of(range.extreme(sampled.extreme()))
                : Reading.absent(returned.reason());
    }

    /**
     * The range of the samples of one kind that the driver has taken by itself since the last round. Dropped are
     * samples that are not new or ahead of now, values below 0, and shares above 100 %, which zombie processes cause.
     */
    private static final class SampleRange {

        private static final int ROOM = 256;
        private static final double ALL = 100;

        private final int type;
        private final DriverCalls calls;
        private final ListCall list;
        private final NewestStamp newest;
        private boolean startedAt;
        private long round = -1;
        private NvmlReturn returned = NvmlReturn.NO_DATA;
        private double least;
        private double greatest;

        SampleRange(int type, DriverCalls calls) {
            this.type = type;
            this.calls = calls;
            this.newest = new NewestStamp(calls);
            this.list = new ListCall(calls, (room) -> SampleRecord.call(type, room), ROOM);
        }

        /** Returns the code of this round: {@code NO_DATA} without new samples, and in the first round. */
        NvmlReturn returned() {
            if (this.round != this.calls.number()) {
                this.round = this.calls.number();
                long seen = this.newest.next();
                this.returned = this.list.make((memory) -> SampleRecord.request(memory, seen));
                if (this.returned == NvmlReturn.SUCCESS) {
                    this.returned = measure();
                }
            }
            return this.returned;
        }

        double extreme(Extreme extreme) {
            return extreme == Extreme.LEAST ? this.least : this.greatest;
        }

        /** Measures the new samples. Those of the first call are older than the session. */
        private NvmlReturn measure() {
            boolean first = !this.startedAt;
            this.startedAt = true;
            this.least = Double.POSITIVE_INFINITY;
            this.greatest = Double.NEGATIVE_INFINITY;
            for (int sample = 0; sample < this.list.count(); sample++) {
                add(SampleRecord.at(this.list.memory(), sample));
            }
            return first || this.least > this.greatest ? NvmlReturn.NO_DATA : NvmlReturn.SUCCESS;
        }

        private void add(SampleRecord sample) {
            OptionalDouble known = sample.value();
            if (!this.newest.isNew(sample.timestamp()) || known.isEmpty()) {
                return;
            }
            double value = known.getAsDouble();
            this.newest.record(sample.timestamp());
            if (value >= 0 && (this.type == SamplingType.TOTAL_POWER.number() || value <= ALL)) {
                this.least = Math.min(this.least, value);
                this.greatest = Math.max(this.greatest, value);
            }
        }
    }
}
