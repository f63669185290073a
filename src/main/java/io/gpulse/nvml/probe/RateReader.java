package io.gpulse.nvml.probe;

import io.gpulse.metric.Probe;
import io.gpulse.metric.Reading;
import io.gpulse.metric.Reason;
import io.gpulse.nvml.record.FieldValueRecord;
import java.util.List;

/** The reader of rates: the gain of a field that counts, per second since the last round. */
final class RateReader implements ProbeReader<Probe.Rate> {

    private final FieldReader counters;
    private final CounterRates rates;

    RateReader(FieldReader counters, CounterRates rates) {
        this.counters = counters;
        this.rates = rates;
    }

    @Override
    public List<Probe.Field> fields(Probe.Rate rate) {
        return this.counters.fields(rate.counter());
    }

    @Override
    public Reading read(Probe.Rate rate, RowContext row, FieldBatch fields) {
        FieldValueRecord record = fields.record(rate.counter());
        Reason absence = this.counters.absence(rate.counter(), record, fields);
        if (absence != null) {
            return Reading.absent(absence);
        }
        CounterValue now = fields.counter(record);
        if (now == null) {
            return Reading.absent(Reason.NOT_SUPPORTED);
        }
        Reason unknown = row.conversion().unknown(now.raw());
        if (unknown == null && now.raw() < 0) {
            return Reading.implausible(Long.toUnsignedString(now.raw()));
        }
        return unknown == null
                ? this.rates.perSecond(rate.counter(), now, row.conversion(), row.limit())
                : Reading.absent(unknown);
    }
}
