package io.gpulse.nvml.probe;

import io.gpulse.metric.Probe;
import io.gpulse.metric.Reading;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A source of a row: a probe with its reader. A lasting refusal of the driver is kept for the session.
 *
 * @param <P> the kind of probe
 */
public final class BoundReader<P extends Probe> {

    private final ProbeReader<P> reader;
    private final P probe;
    private final RowContext row;
    private final PlanVersion version;
    private @Nullable Reading refusal;

    /** @param version changes with a refusal */
    BoundReader(ProbeReader<P> reader, P probe, RowContext row, PlanVersion version) {
        this.reader = reader;
        this.probe = probe;
        this.row = row;
        this.version = version;
    }

    public Reading read(FieldBatch fields) {
        if (this.refusal != null) {
            return this.refusal;
        }
        Reading reading = this.reader.read(this.probe, this.row, fields);
        if (this.reader.callsDriver()
                && reading instanceof Reading.Absent absent
                && absent.reason().isLasting()) {
            this.refusal = reading;
            this.version.change();
        }
        return reading;
    }

    /** Reads without keeping a refusal: a link that is down may be refused values that it has when it is up. */
    public Reading readOnce(FieldBatch fields) {
        return this.refusal != null ? this.refusal : this.reader.read(this.probe, this.row, fields);
    }

    /** Returns whether the last reading is the driver's answer; "no data" is an answer, a failed call is not. */
    public boolean isAnswered() {
        return this.refusal == null && this.reader.isAnswered(this.probe);
    }

    /** Returns the field values that it needs in the batch of a round; none after a refusal. */
    public List<Probe.Field> fields() {
        return this.refusal == null ? this.reader.fields(this.probe) : List.of();
    }
}
