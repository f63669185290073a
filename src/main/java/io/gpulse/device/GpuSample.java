package io.gpulse.device;

import io.gpulse.device.workload.Reservation;
import io.gpulse.metric.Metric;
import java.time.Instant;
import java.util.HashSet;
import java.util.List;
import java.util.OptionalDouble;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * One GPU at one moment.
 *
 * @param index the driver's index, from 0
 * @param identity null until the GPU has answered once
 * @param sampledAt when the readings of every round were taken; for a GPU that does not answer, when it last did;
 *     null before it ever did
 * @param slowSampledAt when the readings that are taken every 10 s were taken
 * @param activity since when it has been idle or busy
 * @param known empty unless {@link GpuState#hasReadings}; of a sleeping GPU all rows, absent
 * @param reservations the jobs to which a scheduler has assigned it or its instances; empty where none is known
 * @param last null while it has readings, and where nothing earlier is known
 */
public record GpuSample(
        int index,
        @Nullable GpuIdentity identity,
        Condition condition,
        @Nullable Instant sampledAt,
        @Nullable Instant slowSampledAt,
        GpuReadings known,
        Activity activity,
        List<Reservation> reservations,
        @Nullable Last last) {

    public GpuSample {
        reservations = List.copyOf(reservations);
    }

    /**
     * The last readings of a GPU that is not read. They are not values of now, and part of no rule, sum or series.
     *
     * @param sampledAt when it was sampled
     * @param known its readings and processes
     */
    public record Last(Instant sampledAt, GpuReadings known) {}

    /** Creates a sample of a GPU of which nothing earlier is known. */
    public GpuSample(
            int index,
            @Nullable GpuIdentity identity,
            Condition condition,
            @Nullable Instant sampledAt,
            @Nullable Instant slowSampledAt,
            GpuReadings known,
            Activity activity) {
        this(index, identity, condition, sampledAt, slowSampledAt, known, activity, List.of(), null);
    }

    /** Creates a sample of a GPU's own rows, of unknown activity. */
    public GpuSample(
            int index,
            @Nullable GpuIdentity identity,
            Condition condition,
            @Nullable Instant sampledAt,
            @Nullable Instant slowSampledAt,
            Readings readings) {
        this(index, identity, condition, sampledAt, slowSampledAt, GpuReadings.of(readings), Activity.UNKNOWN);
    }

    /** Returns the same sample with other processes. */
    public GpuSample with(List<ProcessSample> processes) {
        return with(this.known.withProcesses(processes));
    }

    /** Returns the same sample with other rows of its own. */
    public GpuSample with(Readings own) {
        return with(this.known.with(own));
    }

    /** Returns the same sample with other readings. */
    public GpuSample with(GpuReadings other) {
        return with(other, this.activity, this.reservations, this.last);
    }

    /** Returns the same sample, idle or busy since another moment. */
    public GpuSample with(Activity other) {
        return with(this.known, other, this.reservations, this.last);
    }

    /** Returns the same sample with the last readings. */
    public GpuSample with(Last earlier) {
        return with(this.known, this.activity, this.reservations, earlier);
    }

    /** Returns the same sample with those of the reservations that are of it, or of its MIG instances. */
    public GpuSample reserved(List<Reservation> all) {
        if (all.isEmpty() && this.reservations.isEmpty()) {
            return this;
        }
        Set<String> places = new HashSet<>(places(null));
        this.known.mig().forEach((instance) -> places.addAll(places(instance.place())));
        List<Reservation> own = all.stream()
                .filter((reservation) -> places.contains(reservation.place()))
                .toList();
        return own.equals(this.reservations) ? this : with(this.known, this.activity, own, this.last);
    }

    /**
     * Returns when the readings of a GPU that answers late were taken; null for another. The rounds until its next
     * answer repeat them with the same time: nothing was read again.
     */
    public @Nullable Instant lateSampledAt() {
        return state() == GpuState.SLOW ? this.sampledAt : null;
    }

    /** Returns whether a scheduler has assigned it, or all of its MIG instances, to jobs. */
    public boolean isReserved() {
        return !this.reservations.isEmpty()
                && (isReserved(places(null))
                        || (!this.known.mig().isEmpty()
                                && this.known.mig().stream()
                                        .allMatch((instance) -> isReserved(places(instance.place())))));
    }

    private boolean isReserved(Set<String> places) {
        return this.reservations.stream().anyMatch((reservation) -> places.contains(reservation.place()));
    }

    /**
     * Returns the names that a {@linkplain Reservation#place() reservation} can have for it and for one of its MIG
     * instances.
     *
     * @param place null for the GPU alone
     */
    public Set<String> places(MigSample.@Nullable Place place) {
        Set<String> names = new HashSet<>();
        names.add(Integer.toString(this.index));
        if (uuid() != null) {
            names.add(uuid());
        }
        if (place != null) {
            names.add(this.index + "." + place.gpuInstance());
            this.known.mig().stream()
                    .filter((instance) -> instance.place().equals(place))
                    .forEach((instance) -> names.add(instance.uuid()));
        }
        return names;
    }

    private GpuSample with(
            GpuReadings otherKnown,
            Activity otherActivity,
            List<Reservation> otherReservations,
            @Nullable Last otherLast) {
        return new GpuSample(
                this.index,
                this.identity,
                this.condition,
                this.sampledAt,
                this.slowSampledAt,
                otherKnown,
                otherActivity,
                otherReservations,
                otherLast);
    }

    /** Returns the GPU's own rows. */
    public Readings readings() {
        return this.known.own();
    }

    /** Returns the UUID; null until the GPU has answered once. */
    public @Nullable String uuid() {
        return this.identity == null ? null : this.identity.uuid();
    }

    public GpuState state() {
        return this.condition.state();
    }

    /** Returns when its counters of errors were read, by the wall clock; between, their values are repeated. */
    public Instant countedAt() {
        Instant read = this.slowSampledAt == null ? this.sampledAt : this.slowSampledAt;
        return read == null ? this.condition.since() : read;
    }

    /** Returns whether the driver answers, in time or late, so that it has readings. */
    public boolean isRead() {
        return state().isRead();
    }

    /** Returns whether it has readings, of now or of an old file. */
    public boolean hasReadings() {
        return state().hasReadings();
    }

    /**
     * Returns whether its processes are known, or those in each of the MIG instances that are visible: otherwise none
     * of them has started or ended.
     */
    public boolean listsProcesses() {
        return listsAllProcesses()
                || (!this.known.mig().isEmpty()
                        && this.known.mig().stream()
                                .allMatch((instance) -> instance.readings()
                                        .number(Metric.MIG_PROCESSES)
                                        .isPresent()));
    }

    /** Returns whether it is known that no process uses it. */
    public boolean isWithoutProcesses() {
        return readings().number(Metric.PROCESSES_RUNNING).equals(OptionalDouble.of(0));
    }

    /** Returns whether no other process than those in its list can use it. */
    public boolean listsAllProcesses() {
        return readings().number(Metric.PROCESSES_RUNNING).isPresent();
    }
}
