package io.gpulse.history;

import io.gpulse.device.MigSample;
import java.util.HashMap;
import java.util.Map;

/**
 * The series of MIG instances: one that was created again begins another series, and so does each after a start, since
 * it may have been created again before. Used by one thread.
 */
final class InstanceSeries {

    private final Map<Key, Begin> begins = new HashMap<>();

    private record Key(String gpu, MigSample.Place place) {}

    private record Begin(long generation, long at) {}

    /** @param at time of the round, in epoch ms */
    Subject of(String gpu, MigSample instance, long at) {
        MigSample.Place place = instance.place();
        Begin begin = this.begins.compute(new Key(gpu, place), (key, known) -> {
            if (known != null && known.generation == instance.generation()) {
                return known;
            }
            // The wall clock may have been set back.
            return new Begin(instance.generation(), known == null ? at : Math.max(at, known.at + 1));
        });
        return new Subject(
                gpu,
                new Subject.Instance(
                        place.gpuInstance(), place.computeInstance(), instance.uuid(), instance.profile(), begin.at));
    }
}
