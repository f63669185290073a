package io.gpulse.selection;

import io.gpulse.device.GpuMemory;
import io.gpulse.device.GpuSample;
import io.gpulse.device.MigSample;
import io.gpulse.device.Snapshot;
import io.gpulse.metric.Metric;
import io.gpulse.metric.Reason;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.OptionalDouble;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.util.unit.DataSize;

/** Finds free MIG instances of a profile in a snapshot. */
final class FreeInstances {

    private static final double BYTES_PER_MEBIBYTE = 1024.0 * 1024;

    private final MigProfile profile;
    private final FreeQuery query;
    private final GpuEligibility ofGpus;
    private final List<FreeGpu> free = new ArrayList<>();
    private final List<FreeGpusResponse.Rejected> rejected = new ArrayList<>();

    /** @param ofGpus finds the reasons against a GPU */
    FreeInstances(MigProfile profile, FreeQuery query, GpuEligibility ofGpus) {
        this.profile = profile;
        this.query = query;
        this.ofGpus = ofGpus;
    }

    /**
     * Returns the free instances by GPU and place, and the reasons against the others; a GPU without instances has one
     * reason. Used once.
     *
     * @param gpus the facts about the GPUs
     */
    FreeGpusResponse choose(Snapshot snapshot, List<GpuAvailability> gpus) {
        snapshot.gpus().forEach(this::add);
        return new FreeGpusResponse(this.query.count(), 0, this.free, List.of(), this.rejected, gpus, null).limited();
    }

    private void add(GpuSample gpu) {
        Obstacle unusable = this.ofGpus.againstAll(gpu);
        if (unusable != null) {
            this.rejected.add(FreeGpusResponse.Rejected.of(gpu, List.of(unusable)));
        } else if (gpu.known().mig().isEmpty()) {
            String sentence = GpuEligibility.isSplit(gpu)
                    ? "It has no MIG instances, or they are unknown."
                    : "It is not split into MIG instances.";
            reject(FreeGpu.of(gpu), List.of(sentence));
        } else {
            gpu.known().mig().forEach((instance) -> add(gpu, instance));
        }
    }

    private void add(GpuSample gpu, MigSample instance) {
        FreeGpu named = new FreeGpu(gpu.index(), instance.uuid());
        List<String> reasons = Stream.of(
                        profile(instance),
                        this.query.allowProcesses() ? null : GpuEligibility.reserved(gpu, gpu.places(instance.place())),
                        held(named),
                        processes(instance),
                        memory(instance))
                .filter(Objects::nonNull)
                .toList();
        if (reasons.isEmpty()) {
            this.free.add(named);
        } else {
            reject(named, reasons);
        }
    }

    private void reject(FreeGpu named, List<String> reasons) {
        this.rejected.add(new FreeGpusResponse.Rejected(named, reasons));
    }

    private @Nullable String profile(MigSample instance) {
        return this.profile.isOf(instance)
                ? null
                : "Its profile is " + Objects.requireNonNullElse(instance.profile(), "unknown") + ".";
    }

    private @Nullable String held(FreeGpu named) {
        Obstacle held = this.ofGpus.held(named);
        return held == null ? null : held.sentence();
    }

    private @Nullable String processes(MigSample instance) {
        OptionalDouble running = instance.readings().number(Metric.MIG_PROCESSES);
        if (this.query.allowProcesses() || (running.isPresent() && running.getAsDouble() == 0)) {
            return null;
        }
        if (running.isPresent()) {
            long count = Math.round(running.getAsDouble());
            return count == 1 ? "A process uses it." : count + " processes use it.";
        }
        return GpuMemory.isUntouched(instance)
                ? null
                : "Its processes are unknown" + why(instance, Metric.MIG_PROCESSES) + ".";
    }

    private @Nullable String memory(MigSample instance) {
        DataSize least = this.query.minMemory();
        if (least != null) {
            OptionalDouble free = instance.readings().number(Metric.MIG_MEMORY_FREE);
            if (free.isEmpty()) {
                return "Its free memory is unknown" + why(instance, Metric.MIG_MEMORY_FREE) + ".";
            }
            return free.getAsDouble() >= least.toBytes()
                    ? null
                    : mebibytes(Math.floor(free.getAsDouble() / BYTES_PER_MEBIBYTE)) + " of its memory are free; "
                            + mebibytes(least.toBytes() / BYTES_PER_MEBIBYTE) + " are requested.";
        }
        if (this.query.allowProcesses() || GpuMemory.isUntouched(instance)) {
            return null;
        }
        OptionalDouble used = instance.readings().number(Metric.MIG_MEMORY_USED);
        return used.isPresent()
                ? mebibytes(Math.ceil(used.getAsDouble() / BYTES_PER_MEBIBYTE)) + " of its memory are used."
                : "Its used memory is unknown" + why(instance, Metric.MIG_MEMORY_USED) + ".";
    }

    private static String why(MigSample instance, Metric metric) {
        Reason reason = instance.readings().absence(metric).orElse(Reason.NO_DATA);
        return " (" + reason + ")";
    }

    private static String mebibytes(double number) {
        return (long) number + " MiB";
    }
}
