package io.gpulse.nvml.probe;

import io.gpulse.metric.LinkProbe;
import io.gpulse.metric.Probe;
import io.gpulse.metric.Reading;
import io.gpulse.metric.Reason;
import io.gpulse.nvml.library.NvmlReturn;
import io.gpulse.nvml.record.FieldValueRecord;
import java.math.BigDecimal;
import org.jspecify.annotations.Nullable;

/** The reader of field values, of the rates of those that count, and of those that encode a bit error ratio. */
final class FieldReader {

    private static final int MANTISSA_SHIFT = 8;
    private static final long EXPONENT = 0xff;
    private static final long MANTISSA = 0xf;

    /** 15e-255: no error was measured. All ones, which mean "unknown", are equal in these bits. */
    private static final long NOTHING_MEASURED = MANTISSA << MANTISSA_SHIFT | EXPONENT;

    private final DriverCalls calls;
    private final FieldNumbering numbering;
    private final CounterRates rates;

    FieldReader(DriverCalls calls, SessionState session) {
        this.calls = calls;
        this.numbering = session.numbering();
        this.rates = new CounterRates(session.baselines());
    }

    Reading read(Probe.Field field, RowContext row, FieldBatch fields) {
        FieldValueRecord record = fields.record(field);
        Reason absence = absence(field, record, fields);
        if (absence != null) {
            return Reading.absent(absence);
        }
        CounterValue now = row.conversion().spec().countsTime() ? fields.counter(record) : null;
        return now != null && this.rates.isAhead(field, now, row.conversion())
                ? Reading.implausible(Long.toUnsignedString(now.raw()))
                : record.reading(row.conversion());
    }

    /** Reads the gain of a field that counts, per second since the last round. */
    Reading readRate(Probe.Rate rate, RowContext row, FieldBatch fields) {
        FieldValueRecord record = fields.record(rate.counter());
        Reason absence = absence(rate.counter(), record, fields);
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

    /** Reads a bit error ratio, such as 0xF10 for 15e-16. */
    Reading readBitErrorRatio(LinkProbe.BitErrorRatio ratio, RowContext row, FieldBatch fields) {
        FieldValueRecord record = fields.record(ratio.word());
        Reason absence = absence(ratio.word(), record, fields);
        if (absence != null) {
            return Reading.absent(absence);
        }
        if (!record.valueType().isInteger()) {
            return Reading.absent(Reason.ERROR);
        }
        long word = record.integer() & NOTHING_MEASURED;
        return word == NOTHING_MEASURED
                ? Reading.absent(Reason.NO_DATA)
                : row.conversion().of(decoded(word >> MANTISSA_SHIFT, (int) (word & EXPONENT)));
    }

    /** Decodes through decimal digits: a product of doubles would be 1.5000000000000002e-15. */
    private static double decoded(long mantissa, int exponent) {
        return BigDecimal.valueOf(mantissa, exponent).doubleValue();
    }

    /** Returns why a field has no value in this round; null when it has one. */
    @Nullable
    Reason absence(Probe.Field field, FieldValueRecord record, FieldBatch fields) {
        if (!this.numbering.holds(field)) {
            return Reason.DRIVER_TOO_OLD;
        }
        NvmlReturn returned = this.calls.count(fields.returned(record));
        return returned == NvmlReturn.SUCCESS ? null : reason(returned);
    }

    /** Returns the reason of an absence. A driver that does not know a field returns "invalid argument". */
    private static Reason reason(NvmlReturn returned) {
        return returned == NvmlReturn.INVALID_ARGUMENT ? Reason.DRIVER_TOO_OLD : returned.reason();
    }
}
