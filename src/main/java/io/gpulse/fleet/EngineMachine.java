package io.gpulse.fleet;

import java.time.Instant;
import java.util.Locale;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Stream;

/**
 * A machine of an engine.
 *
 * @param instance the label of its series, usually its host and port
 * @param exporter whose series these are
 * @param users whether its users are known
 * @param present whether the engine has series of it now
 * @param seen when its latest sample was taken
 */
record EngineMachine(
        String instance, Exporter exporter, boolean users, boolean present, Instant seen, MachineReport report) {

    /** Returns the key of its series. */
    String key() {
        return this.exporter.name().toLowerCase(Locale.ROOT) + "/" + this.instance;
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

    /** Returns whether another source reports the same machine: by its address, its GPUs or, if simulated, its name. */
    boolean isAmong(Set<String> addresses, Set<String> uuids, Set<String> simulated) {
        return addresses.contains(this.instance)
                || (this.report.simulated()
                        ? simulated.contains(this.report.name())
                        : this.report.gpus().stream()
                                .flatMap((gpu) -> Stream.ofNullable(gpu.uuid()))
                                .anyMatch(uuids::contains));
    }
}
