package io.gpulse.nvml.probe;

import io.gpulse.nvml.library.NvmlCalls;
import io.gpulse.nvml.library.NvmlReturn;
import io.gpulse.nvml.record.GpmMetricsRecord;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Two samples of the performance monitor, and two of each GPU instance of a split GPU. The driver's library allocates
 * them; they must be freed.
 */
public final class GpmSamples {

    private static final int TWO = 2;

    private final NvmlCalls calls;
    private final List<Long> samples = new ArrayList<>();
    private final Map<Integer, GpmSamples> ofInstances = new ConcurrentHashMap<>();

    public GpmSamples(NvmlCalls calls) {
        this.calls = calls;
    }

    /** Allocates both, once. Blocks while the driver answers. */
    NvmlReturn allocate() {
        while (this.samples.size() < TWO) {
            NvmlCalls.Prepared alloc = this.calls.prepare(NvmlCalls.NO_DEVICE, GpmMetricsRecord.ALLOC);
            NvmlReturn returned = NvmlReturn.of(alloc.invoke());
            if (returned != NvmlReturn.SUCCESS) {
                return returned;
            }
            this.samples.add(alloc.answer().getLong(0));
        }
        return NvmlReturn.SUCCESS;
    }

    /** Returns the pointer to one of them. */
    long sample(int number) {
        return this.samples.get(number);
    }

    /** Returns the samples of a GPU instance. */
    public GpmSamples ofInstance(int gpuInstance) {
        return this.ofInstances.computeIfAbsent(gpuInstance, (id) -> new GpmSamples(this.calls));
    }

    /** Frees the samples of the GPU instances that are not among these. */
    public void retainInstances(Set<Integer> gpuInstances) {
        this.ofInstances.forEach((id, samples) -> {
            if (!gpuInstances.contains(id)) {
                samples.free();
            }
        });
        this.ofInstances.keySet().retainAll(gpuInstances);
    }

    public void free() {
        retainInstances(Set.of());
        NvmlCalls.Prepared free = this.calls.prepare(NvmlCalls.NO_DEVICE, GpmMetricsRecord.FREE);
        for (long sample : this.samples) {
            free.answer().putLong(0, sample);
            free.invoke();
        }
        this.samples.clear();
    }
}
