package io.gpulse.device;

import io.gpulse.metric.Metric;
import io.gpulse.metric.PrintableText;
import io.gpulse.metric.Reading;
import org.jspecify.annotations.Nullable;

/**
 * A MIG instance of a GPU at one moment: a compute instance with the memory and engines of its GPU instance.
 *
 * @param uuid as {@code CUDA_VISIBLE_DEVICES} accepts it, {@code MIG-…}; the driver uses it again for a later instance
 *     in the same place
 * @param profile for example {@code 1g.10gb} or {@code 1c.2g.20gb}, the part of the name after {@code MIG}; null when
 *     the name has none
 * @param generation differs between an instance and an earlier one with the same ids: a series of values ends with its
 *     generation
 */
public record MigSample(Place place, String uuid, @Nullable String profile, long generation, Readings readings) {

    /** The ids of an instance on its GPU, which the driver uses again. */
    public record Place(int gpuInstance, int computeInstance) {}

    public MigSample {
        uuid = PrintableText.of(uuid);
        profile = profile == null ? null : PrintableText.of(profile);
    }

    /** Returns whether two samples are of one instance. */
    public boolean isSame(MigSample other) {
        return this.generation == other.generation && this.place.equals(other.place);
    }

    /** Returns the same instance with one reading added or replaced. */
    public MigSample with(Metric metric, Reading reading) {
        return new MigSample(this.place, this.uuid, this.profile, this.generation, this.readings.with(metric, reading));
    }

    /** Returns this instance with its readings renewed by newer ones; alone when there are no earlier ones of it. */
    MigSample renewing(Iterable<MigSample> earlier) {
        for (MigSample older : earlier) {
            if (isSame(older)) {
                Readings all = older.readings.renewedBy(this.readings);
                return new MigSample(this.place, this.uuid, this.profile, this.generation, all);
            }
        }
        return this;
    }
}
