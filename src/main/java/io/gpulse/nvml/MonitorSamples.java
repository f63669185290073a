package io.gpulse.nvml;

import io.gpulse.metric.Call;
import io.gpulse.metric.Layout;
import java.util.ArrayList;
import java.util.List;

/** Two samples of the performance monitor, which the driver's library allocates, and which somebody must free. */
final class MonitorSamples {

    static final Call ALLOC = Call.u64("nvmlGpmSampleAlloc");
    static final Call FREE =
            new Call("nvmlGpmSampleFree", List.of(), Layout.pointers().given("gpmSample"));

    private static final int TWO = 2;

    private final NvmlCalls calls;
    private final List<Long> samples = new ArrayList<>();

    MonitorSamples(NvmlCalls calls) {
        this.calls = calls;
    }

    /** Gets hold of both; allocates them the first time. Blocks while the driver answers. */
    NvmlReturn allocate() {
        while (this.samples.size() < TWO) {
            NvmlCalls.Prepared alloc = this.calls.prepare(NvmlCalls.NO_DEVICE, ALLOC);
            NvmlReturn said = NvmlReturn.of(alloc.invoke());
            if (said != NvmlReturn.SUCCESS) {
                return said;
            }
            this.samples.add(alloc.answer().getLong(0));
        }
        return NvmlReturn.SUCCESS;
    }

    long sample(int place) {
        return this.samples.get(place);
    }

    void free() {
        NvmlCalls.Prepared free = this.calls.prepare(NvmlCalls.NO_DEVICE, FREE);
        for (long sample : this.samples) {
            free.answer().putLong(0, sample);
            free.invoke();
        }
        this.samples.clear();
    }
}
