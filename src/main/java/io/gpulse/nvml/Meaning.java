package io.gpulse.nvml;

import io.gpulse.metric.MetricSpec;
import io.gpulse.metric.Reading;
import io.gpulse.metric.Scale;
import io.gpulse.metric.Unit;

/** What an answer of the driver means for a row, told in the unit of one of the row's sources. */
record Meaning(MetricSpec spec, Scale scale) {

    Reading of(long raw) {
        return this.spec.reading(raw, this.scale);
    }

    /** What a signed integer of so many bits means. */
    Reading ofSigned(long raw, int bits) {
        return this.spec.signedReading(raw, bits, this.scale);
    }

    /** Traffic is told in whole bytes: less is noise. */
    Reading of(double raw) {
        Reading reading = this.spec.reading(raw, this.scale);
        return this.spec.unit() == Unit.BYTES_PER_SECOND && reading instanceof Reading.Quantity quantity
                ? new Reading.Quantity(Math.rint(quantity.value()))
                : reading;
    }

    Reading of(String word) {
        return this.spec.reading(word);
    }
}
