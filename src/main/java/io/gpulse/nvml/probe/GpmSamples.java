package io.gpulse.nvml.probe;

import io.gpulse.nvml.library.NvmlCalls;
import io.gpulse.nvml.library.NvmlReturn;
import io.gpulse.nvml.record.GpmMetricsRecord;
import java.util.ArrayList;
import java.util.List;

/** Two samples of the performance monitor. The driver's library allocates them; they must be freed. */
public final class GpmSamples {

    private static final int TWO = 2;

    private final NvmlCalls calls;
    private final List<Long> samples = new ArrayList<>();

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

    public void free() {
        NvmlCalls.Prepared free = this.calls.prepare(NvmlCalls.NO_DEVICE, GpmMetricsRecord.FREE);
        for (long sample : this.samples) {
            free.answer().putLong(0, sample);
            free.invoke();
        }
        this.samples.clear();
    }
}
