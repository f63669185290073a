package io.gpulse.nvml.read;

import io.gpulse.metric.Cadence;
import io.gpulse.metric.Probe;
import io.gpulse.nvml.probe.DriverCalls;
import io.gpulse.nvml.probe.FieldBatch;
import io.gpulse.nvml.probe.PlanVersion;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** The batch of field values of each kind of round, prepared again when the plans have changed. */
final class FieldBatches {

    private final DriverCalls calls;
    private final List<ReadPlan> plans;
    private final PlanVersion version;
    private final Map<Set<Cadence>, Prepared> byCadence = new HashMap<>();

    /** A batch, and the version of its plans. */
    private record Prepared(FieldBatch batch, int version) {}

    /** @param version of all the plans */
    FieldBatches(DriverCalls calls, List<ReadPlan> plans, PlanVersion version) {
        this.calls = calls;
        this.plans = List.copyOf(plans);
        this.version = version;
    }

    /** Returns the batch of a round that reads the rows of these cadences. */
    FieldBatch of(Set<Cadence> due) {
        Prepared known = this.byCadence.get(due);
        if (known == null || known.version() != this.version.number()) {
            known = new Prepared(new FieldBatch(fields(due), this.calls), this.version.number());
            this.byCadence.put(EnumSet.copyOf(due), known);
        }
        return known.batch();
    }

    private List<Probe.Field> fields(Set<Cadence> due) {
        return this.plans.stream()
                .flatMap((plan) -> plan.fields(due))
                .distinct()
                .toList();
    }
}
