package io.gpulse.nvml.probe;

import io.gpulse.metric.LinkProbe;
import io.gpulse.metric.Probe;
import io.gpulse.metric.Reading;
import io.gpulse.metric.Reason;
import io.gpulse.nvml.record.FieldValueRecord;
import java.math.BigDecimal;
import java.util.List;

/** The reader of bit error ratios, such as 0xF10 for 15e-16. */
final class BitErrorRatioReader implements ProbeReader<LinkProbe.BitErrorRatio> {

    private static final int MANTISSA_SHIFT = 8;
    private static final long EXPONENT = 0xff;
    private static final long MANTISSA = 0xf;

    /** 15e-255: no error was measured. All ones, which mean "unknown", are equal in these bits. */
    private static final long NOTHING_MEASURED = MANTISSA << MANTISSA_SHIFT | EXPONENT;

    private final FieldReader fieldReader;

    BitErrorRatioReader(FieldReader fieldReader) {
        this.fieldReader = fieldReader;
    }

    @Override
    public List<Probe.Field> fields(LinkProbe.BitErrorRatio ratio) {
        return this.fieldReader.fields(ratio.word());
    }

    @Override
    public Reading read(LinkProbe.BitErrorRatio ratio, RowContext row, FieldBatch fields) {
        FieldValueRecord record = fields.record(ratio.word());
        Reason absence = this.fieldReader.absence(ratio.word(), record, fields);
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
}
