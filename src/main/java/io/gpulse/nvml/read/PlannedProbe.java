package io.gpulse.nvml.read;

import io.gpulse.metric.Probe;
import io.gpulse.metric.Reading;
import io.gpulse.nvml.probe.BoundReader;
import io.gpulse.nvml.probe.FieldBatch;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A source of a row with its reader. What the driver refuses for good is not asked again in this session. */
final class PlannedProbe {

    private final BoundReader<?> reader;
    private final PlanVersion version;
    private @Nullable Reading refusal;

    PlannedProbe(BoundReader<?> reader, PlanVersion version) {
        this.reader = reader;
        this.version = version;
    }

    Reading read(FieldBatch batch) {
        if (this.refusal != null) {
            return this.refusal;
        }
        Reading reading = this.reader.read(batch);
        if (this.reader.asksDriver()
                && reading instanceof Reading.Absent absent
                && absent.reason().isLasting()) {
            this.refusal = reading;
            this.version.change();
        }
        return reading;
    }

    /** The same without remembering a refusal: a link that is down may be refused what it tells when it is up. */
    Reading readOnce(FieldBatch batch) {
        return this.refusal != null ? this.refusal : this.reader.read(batch);
    }

    /** Whether the driver has said what was read last: that there is nothing is an answer, a failed call is none. */
    boolean isAnswered() {
        return this.refusal == null && this.reader.isAnswered();
    }

    /** The field values that it wants; none once it was refused. */
    List<Probe.Field> fields() {
        return this.refusal == null ? this.reader.fields() : List.of();
    }
}
