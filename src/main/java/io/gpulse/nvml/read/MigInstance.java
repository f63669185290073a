package io.gpulse.nvml.read;

import io.gpulse.device.GpuRefusedException;
import io.gpulse.device.MigSample;
import io.gpulse.device.MigSample.Place;
import io.gpulse.device.Readings;
import io.gpulse.metric.Cadence;
import io.gpulse.metric.Call;
import io.gpulse.metric.Metric;
import io.gpulse.metric.Panel;
import io.gpulse.metric.Probe;
import io.gpulse.metric.Reading;
import io.gpulse.metric.Reason;
import io.gpulse.nvml.library.NvmlReturn;
import io.gpulse.nvml.probe.DriverCalls;
import io.gpulse.nvml.probe.FieldBatch;
import io.gpulse.nvml.probe.ProbeReaders;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * A MIG instance from the enumeration that found it until its end. Its handle is invalid from the end on, also when an
 * instance with the same ids follows, until it is requested again. Used by one thread.
 */
final class MigInstance {

    /** The calls with which an instance that exists answers, the newest first. */
    private static final List<Call> ANSWERED_BY_ALL = Metric.MIG_MEMORY_USED.spec().probes().stream()
            .map((probe) -> ((Probe.Member) probe).call())
            .toList();

    /** The codes of an invalid handle. */
    private static final Set<NvmlReturn> INVALID =
            EnumSet.of(NvmlReturn.INVALID_ARGUMENT, NvmlReturn.NOT_FOUND, NvmlReturn.INVALID_STATE);

    private static final Set<Cadence> ALL = EnumSet.allOf(Cadence.class);

    private final Identity identity;
    private final long generation;
    private final DriverCalls calls;
    private final ReadPlan plan;
    private final FieldBatch noFields;
    private final ProcessLists processes;
    private boolean isRead;

    /** An instance as the driver describes it. */
    record Identity(
            long handle, Place place, String uuid, @Nullable String profile) {

        /** Returns whether it is the same instance, or another one with the same ids. */
        boolean isInPlaceOf(Identity other) {
            return this.place.equals(other.place) && this.uuid.equals(other.uuid);
        }
    }

    /** @param calls about this instance */
    MigInstance(Identity identity, long generation, DriverCalls calls, ProbeReaders readers) {
        this.identity = identity;
        this.generation = generation;
        this.calls = calls;
        this.plan = ReadPlan.ofInstance(readers);
        this.noFields = new FieldBatch(List.of(), calls);
        this.processes = new ProcessLists(calls);
    }

    Identity identity() {
        return this.identity;
    }

    Place place() {
        return this.identity.place();
    }

    long generation() {
        return this.generation;
    }

    /** Reads the rows of these cadences, at first all; empty when the instance has ended. */
    Optional<MigSample> read(Set<Cadence> due) {
        try {
            return isThere() ? readings(due).map(this::sample) : Optional.empty();
        } catch (GpuRefusedException failure) {
            return Optional.empty();
        }
    }

    private boolean isThere() {
        return this.calls.newRound(() -> {
            NvmlReturn returned = NvmlReturn.FUNCTION_NOT_FOUND;
            for (Call call : ANSWERED_BY_ALL) {
                returned = returned == NvmlReturn.FUNCTION_NOT_FOUND
                        ? this.calls.make(call).returned()
                        : returned;
            }
            return !INVALID.contains(returned);
        });
    }

    /** Reads the rows in the round in which the instance answered; again only when it may have ended since. */
    private Optional<Readings> readings(Set<Cadence> due) {
        Readings read = this.plan.read(this.isRead ? due : ALL, this.noFields);
        this.isRead = true;
        return mayHaveEnded(read) && !isThere() ? Optional.empty() : Optional.of(read);
    }

    private static boolean mayHaveEnded(Readings readings) {
        boolean[] suspect = {false};
        readings.forEach((metric, reading) -> suspect[0] |= isOfInvalidHandle(metric, reading));
        return suspect[0];
    }

    private static boolean isOfInvalidHandle(Metric metric, Reading reading) {
        return metric.spec().panel() != Panel.UTILIZATION
                && reading instanceof Reading.Absent absent
                && (absent.reason() == Reason.ERROR || absent.reason() == Reason.NO_DATA);
    }

    private MigSample sample(Readings readings) {
        return new MigSample(
                this.identity.place(), this.identity.uuid(), this.identity.profile(), this.generation, readings);
    }

    /** Reads the processes in the instance. Returns why they are not known; null when they are. */
    @Nullable
    Reason readProcesses(Consumer<ProcessLists.Entry> visitor) {
        try {
            return this.processes.read((entry) -> visitor.accept(entry.in(place())));
        } catch (GpuRefusedException failure) {
            return Reason.ERROR;
        }
    }
}
