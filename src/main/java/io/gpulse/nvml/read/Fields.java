package io.gpulse.nvml.read;

import io.gpulse.metric.Cadence;
import io.gpulse.metric.Probe;
import io.gpulse.metric.Reason;
import io.gpulse.nvml.library.NvmlReturn;
import java.util.ArrayList;
import java.util.Collection;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** The field values of a GPU and its links: what a look wants of them travels in one call. */
final class Fields {

    private final DriverCalls line;
    private final Map<Set<Cadence>, Batch> batches = new HashMap<>();
    private FieldBatch current;

    /** A call, and how much had been refused for good as it was made: what was refused since is not asked again. */
    private record Batch(FieldBatch fields, int refusals) {}

    Fields(DriverCalls line) {
        this.line = line;
        this.current = new FieldBatch(List.of(), line);
    }

    /** Begins a look that wants the fields of these cadences. */
    void begin(Set<Cadence> due, Collection<ReadPlan> subjects) {
        int refusals = subjects.stream().mapToInt(ReadPlan::refusals).sum();
        Batch known = this.batches.get(due);
        if (known == null || known.refusals() != refusals) {
            known = new Batch(new FieldBatch(wanted(due, subjects), this.line), refusals);
            this.batches.put(EnumSet.copyOf(due), known);
        }
        this.current = known.fields();
    }

    private static List<Probe.Field> wanted(Set<Cadence> due, Collection<ReadPlan> subjects) {
        List<Probe.Field> wanted = new ArrayList<>();
        subjects.forEach((subject) -> subject.addFields(due, wanted));
        return wanted.stream().distinct().toList();
    }

    FieldBatch current() {
        return this.current;
    }

    /** What an answer about a single field means: a driver that does not know a field calls it an invalid argument. */
    static Reason reason(NvmlReturn said) {
        return said == NvmlReturn.INVALID_ARGUMENT ? Reason.DRIVER_TOO_OLD : said.reason();
    }
}
