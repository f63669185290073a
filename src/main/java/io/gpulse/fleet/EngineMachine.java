package io.gpulse.fleet;

import java.time.Duration;
import java.time.Instant;
import java.util.Locale;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Stream;

/**
 * A machine of an engine.
 *
 * @param instance the label of its series, usually its host and port, after the cluster, if it has one
 * @param exporter whose series these are
 * @param users whether its users are known
 * @param present whether the engine has series of it now
 * @param seen when its latest sample was taken
 */
record EngineMachine(
        String instance, Exporter exporter, boolean users, boolean present, Instant seen, MachineReport report) {

    private static final Duration OLD = Duration.ofMinutes(3);

    /** Returns the key of its series. */
    String key() {
        return this.exporter.name().toLowerCase(Locale.ROOT) + "/" + this.instance;
    }

    Stream<String> uuids() {
        return this.report.gpus().stream().flatMap((gpu) -> Stream.ofNullable(gpu.uuid()));
    }

    /** Returns whether its latest sample is older than any usual interval: an agent that is gone leaves none later. */
    boolean isOld() {
        Long age = this.report.ageMillis();
        return age != null && age > OLD.toMillis();
    }

    /** Returns the machine with simulated GPUs. */
    EngineMachine simulated() {
        return new EngineMachine(
                this.instance, this.exporter, this.users, this.present, this.seen, this.report.asSimulated());
    }

    /** Returns the machine without series: the use of its GPUs is not known. */
    EngineMachine gone() {
        return !this.present
                ? this
                : new EngineMachine(this.instance, this.exporter, this.users, false, this.seen, this.report.unknown());
    }

    /** Returns the machine with the GPUs that a condition accepts. */
    EngineMachine with(Predicate<MachineGpu> condition) {
        return new EngineMachine(
                this.instance,
                this.exporter,
                this.users,
                this.present,
                this.seen,
                this.report.with(this.report.gpus().stream().filter(condition).toList()));
    }

    /** Returns whether another source reports the same machine: by its address or, if it is simulated, by its name. */
    boolean isAmong(Set<String> addresses, Set<String> simulated) {
        return addresses.contains(this.instance) || (this.report.simulated() && simulated.contains(this.report.name()));
    }
}
