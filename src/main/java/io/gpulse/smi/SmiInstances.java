package io.gpulse.smi;

import io.gpulse.device.MigSample;
import io.gpulse.device.MigSample.Place;
import io.gpulse.device.Readings;
import io.gpulse.metric.Cadence;
import io.gpulse.metric.Metric;
import io.gpulse.metric.Reading;
import io.gpulse.metric.Scope;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * The MIG instances of a GPU in one document after the other. An instance is the same as in the document before when
 * its ids and its parts of the GPU are the same; one that was created again alike between two documents counts as the
 * same one. The XML has no profile. Used by one thread at a time.
 */
final class SmiInstances {

    private static final Comparator<Place> BY_PLACE =
            Comparator.comparingInt(Place::gpuInstance).thenComparingInt(Place::computeInstance);

    /** Rows that do not change while an instance exists. */
    private static final List<Metric> CONSTANT = Metric.of(Scope.MIG).stream()
            .filter((metric) -> metric.spec().cadence() == Cadence.ONCE
                    || metric == Metric.MIG_MEMORY_TOTAL
                    || metric == Metric.MIG_BAR1_TOTAL)
            .toList();

    private final String uuid;
    private final LongSupplier generations;
    private Map<Place, MigSample> known = Map.of();

    /**
     * @param uuid that of the GPU
     * @param generations numbers that no instance has had
     */
    SmiInstances(String uuid, LongSupplier generations) {
        this.uuid = uuid;
        this.generations = generations;
    }

    /**
     * Returns the instances in the next document, by place.
     *
     * @param processes the number of the processes on the GPU
     */
    List<MigSample> of(GpuElement gpu, Reading processes) {
        Map<Place, MigSample> found = new TreeMap<>(BY_PLACE);
        for (Map<String, String> device : gpu.migDevices()) {
            SmiProcesses.place(device).ifPresent((place) -> {
                Readings readings =
                        readings(device).with(Metric.MIG_PROCESSES, SmiProcesses.count(gpu, place, processes));
                found.putIfAbsent(place, sample(place, readings));
            });
        }
        this.known = found;
        return List.copyOf(found.values());
    }

    private static Readings readings(Map<String, String> device) {
        Map<Metric, Reading> rows = new EnumMap<>(Metric.class);
        Metric.of(Scope.MIG).forEach((metric) -> rows.put(metric, ElementTable.OF_INSTANCE.reading(metric, device)));
        Map<Metric, Reading> checked = new EnumMap<>(Metric.class);
        rows.forEach((metric, reading) -> checked.put(metric, plausible(metric, reading, rows)));
        return Readings.of(checked);
    }

    private static Reading plausible(Metric metric, Reading reading, Map<Metric, Reading> rows) {
        double value = reading.numberOr(Double.NEGATIVE_INFINITY);
        boolean tooMuch = metric.spec().range().exceedsBounds(value, (row) -> number(rows.get(row)));
        return tooMuch ? Reading.implausible(metric.spec().unit().written(value)) : reading;
    }

    private static double number(@Nullable Reading reading) {
        return reading == null ? 0 : reading.numberOr(0);
    }

    /** Names an instance by its ids, as drivers before 470 do, and CUDA accepts: the XML has no UUID of it. */
    private MigSample sample(Place place, Readings readings) {
        String name = "MIG-" + this.uuid + "/" + place.gpuInstance() + "/" + place.computeInstance();
        MigSample before = this.known.get(place);
        long generation = before != null && isAlike(before.readings(), readings)
                ? before.generation()
                : this.generations.getAsLong();
        return new MigSample(place, name, null, generation, readings);
    }

    private static boolean isAlike(Readings one, Readings other) {
        return CONSTANT.stream().noneMatch((metric) -> {
            double before = one.number(metric).orElse(Double.NaN);
            double after = other.number(metric).orElse(Double.NaN);
            return before < after || before > after;
        });
    }
}
