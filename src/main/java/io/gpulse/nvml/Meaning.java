package io.gpulse.nvml;

import io.gpulse.metric.MetricSpec;
import io.gpulse.metric.Reading;
import io.gpulse.metric.Scale;

/** What an answer of the driver means for a row, told in the unit of one of the row's sources. */
record Meaning(MetricSpec spec, Scale scale) {

    Reading of(long raw) {
        return this.spec.reading(raw, this.scale);
    }

    /** What a signed integer of so many bits means. */
    Reading ofSigned(long raw, int bits) {
        return this.spec.signedReading(raw, bits, this.scale);
    }

    Reading of(double raw) {
        return this.spec.reading(raw, this.scale);
    }

    Reading of(String word) {
        return this.spec.reading(word);
    }
}
