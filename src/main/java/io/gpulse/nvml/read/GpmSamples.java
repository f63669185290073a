package io.gpulse.nvml.read;

import io.gpulse.metric.Call;
import io.gpulse.metric.Layout;
import io.gpulse.nvml.library.NvmlCalls;
import io.gpulse.nvml.library.NvmlReturn;
import java.util.ArrayList;
import java.util.List;

/** Two samples of the performance monitor, which the driver's library allocates, and which somebody must free. */
public final class GpmSamples {

    public static final Call ALLOC = Call.u64("nvmlGpmSampleAlloc");
    public static final Call FREE =
            new Call("nvmlGpmSampleFree", List.of(), Layout.pointers().given("gpmSample"));

    private static final int TWO = 2;

    private final NvmlCalls calls;
    private final List<Long> samples = new ArrayList<>();

    public GpmSamples(NvmlCalls calls) {
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

    public void free() {
        NvmlCalls.Prepared free = this.calls.prepare(NvmlCalls.NO_DEVICE, FREE);
        for (long sample : this.samples) {
            free.answer().putLong(0, sample);
            free.invoke();
        }
        this.samples.clear();
    }
}
