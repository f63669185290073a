package io.gpulse.nvml.probe;

import io.gpulse.device.Counter;
import io.gpulse.metric.LinkProbe;
import io.gpulse.metric.Probe;
import io.gpulse.metric.Reading;
import io.gpulse.metric.Reason;
import io.gpulse.nvml.record.FieldValueRecord;
import java.util.HashMap;
import java.util.Map;

/** The reader of a ratio of gains: of some counters to others, since both were last read. */
final class GainRatioReader implements ProbeReader<LinkProbe.GainRatio> {

    /** All ones, in 64 bits: the driver does not know. */
    private static final long UNKNOWN = -1;

    private final FieldReader counters;
    private final CounterBaselines baselines;

    GainRatioReader(FieldReader counters, CounterBaselines baselines) {
        this.counters = counters;
        this.baselines = baselines;
    }

    /**
     * @return absent {@link Reason#NO_DATA} the first time, once after a counter was reset, and where the whole has not
     *     gained
     */
    @Override
    public Reading read(LinkProbe.GainRatio ratio, RowContext row, FieldBatch fields) {
        Map<Probe.Field, CounterValue> now = new HashMap<>();
        for (Probe.Field counter : ratio.fields()) {
            FieldValueRecord record = fields.record(counter);
            Reason absence = this.counters.absence(counter, record, fields);
            CounterValue value = absence == null ? fields.counter(record) : null;
            if (value == null || value.isNarrow()) {
                // A counter of 32 bits may have wrapped more than once in between.
                return Reading.absent(absence == null ? Reason.NOT_SUPPORTED : absence);
            }
            if (value.raw() < 0 && value.raw() != UNKNOWN) {
                return Reading.implausible(Long.toUnsignedString(value.raw()));
            }
            now.put(counter, value);
        }
        return ratio(ratio, gains(now), row);
    }

    private static Reading ratio(LinkProbe.GainRatio ratio, Map<Probe.Field, Double> gains, RowContext row) {
        if (gains.isEmpty()) {
            return Reading.absent(Reason.NO_DATA);
        }
        double whole = ratio.whole().stream().mapToDouble(gains::get).sum();
        double part = ratio.part().stream().mapToDouble(gains::get).sum();
        return whole > 0 ? row.conversion().of(part / whole) : Reading.absent(Reason.NO_DATA);
    }

    /** Returns the gain of each counter; empty if that of one is not known. */
    private Map<Probe.Field, Double> gains(Map<Probe.Field, CounterValue> now) {
        Map<Probe.Field, Double> gains = new HashMap<>();
        now.forEach((counter, value) -> {
            Counter.Gain gain = this.baselines.of(counter).add(value);
            if (gain.isKnown() && value.raw() != UNKNOWN) {
                gains.put(counter, gain.later());
            }
        });
        return gains.size() == now.size() ? gains : Map.of();
    }
}
