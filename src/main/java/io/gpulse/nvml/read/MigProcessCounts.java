package io.gpulse.nvml.read;

import io.gpulse.device.GpuReadings;
import io.gpulse.device.MigSample;
import io.gpulse.device.MigSample.Place;
import io.gpulse.metric.Metric;
import io.gpulse.metric.Reading;
import io.gpulse.metric.Reason;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** The processes of one round, by MIG instance. */
final class MigProcessCounts {

    private final Map<Place, Set<Integer>> byPlace = new HashMap<>();
    private boolean isComplete = true;

    void add(ProcessLists.Entry entry) {
        if (entry.place() == null) {
            this.isComplete = false;
        } else {
            this.byPlace
                    .computeIfAbsent(entry.place(), (place) -> new HashSet<>())
                    .add(entry.pid());
        }
    }

    /** Returns readings with the number of processes in each instance; unknown when one may be in any instance. */
    GpuReadings in(GpuReadings readings) {
        List<MigSample> counted = readings.mig().stream()
                .map((instance) -> instance.with(Metric.MIG_PROCESSES, count(instance.place())))
                .toList();
        return readings.withInstances(counted);
    }

    private Reading count(Place place) {
        return this.isComplete
                ? new Reading.Quantity(
                        this.byPlace.getOrDefault(place, Set.of()).size())
                : Reading.absent(Reason.NO_DATA);
    }
}
