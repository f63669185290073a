package io.gpulse.nvml.probe;

import io.gpulse.metric.Probe;
import io.gpulse.metric.Reading;
import java.util.ArrayList;
import java.util.List;

/** The reader of several members of one answer, joined to one text. */
final class JoinedReader implements ProbeReader<Probe.Joined> {

    private final MemberReader members;

    JoinedReader(MemberReader members) {
        this.members = members;
    }

    @Override
    public Reading read(Probe.Joined joined, RowContext row, FieldBatch fields) {
        List<String> parts = new ArrayList<>();
        for (Probe.Member part : joined.parts()) {
            Reading reading = this.members.read(part, row, fields);
            if (reading instanceof Reading.Absent) {
                return reading;
            }
            parts.add(reading.word().orElseThrow());
        }
        return new Reading.Text(String.join(joined.separator(), parts));
    }
}
