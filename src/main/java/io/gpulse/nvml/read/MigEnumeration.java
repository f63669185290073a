package io.gpulse.nvml.read;

import io.gpulse.device.MigSample.Place;
import io.gpulse.metric.Call;
import io.gpulse.metric.Metric;
import io.gpulse.metric.Probe;
import io.gpulse.nvml.library.NvmlReturn;
import io.gpulse.nvml.probe.CachedCall;
import io.gpulse.nvml.probe.DriverCalls;
import io.gpulse.nvml.record.CString;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** The driver's enumeration of the MIG instances of a GPU. Used by one thread. */
public final class MigEnumeration {

    /** More than any GPU has; a limit for a driver that reports every number. */
    private static final int MOST = 64;

    private static final Call COUNT = Call.u32("nvmlDeviceGetMaxMigDeviceCount");
    private static final List<Call> HANDLES = IntStream.range(0, MOST)
            .mapToObj((index) -> Call.u64("nvmlDeviceGetMigDeviceHandleByIndex", index))
            .toList();

    private static final Call GPU_INSTANCE = Call.u32("nvmlDeviceGetGpuInstanceId");
    private static final Call COMPUTE_INSTANCE = Call.u32("nvmlDeviceGetComputeInstanceId");
    private static final String BEFORE_PROFILE = " MIG ";

    private final DriverCalls calls;
    private boolean isComplete;

    /** @param calls about the GPU */
    MigEnumeration(DriverCalls calls) {
        this.calls = calls;
    }

    /** Returns its calls, about a GPU and about an instance. */
    public static List<Call> calls() {
        return List.of(COUNT, HANDLES.get(0), GPU_INSTANCE, COMPUTE_INSTANCE);
    }

    /**
     * Reads the instances, by index; an index without one is passed over.
     *
     * @return empty when the driver does not enumerate them, or not all of them
     */
    Optional<List<MigInstance.Identity>> read() {
        CachedCall count = this.calls.make(COUNT);
        if (count.returned() != NvmlReturn.SUCCESS) {
            return Optional.empty();
        }
        this.isComplete = true;
        List<MigInstance.Identity> found = new ArrayList<>();
        for (Call index : HANDLES.subList(0, (int) Math.min(MOST, number(count)))) {
            CachedCall handle = this.calls.make(index);
            if (succeeded(handle)) {
                identity(handle.answer().getLong(0)).ifPresent(found::add);
            }
        }
        return this.isComplete ? Optional.of(found) : Optional.empty();
    }

    /** Identifies an instance; empty when it ends meanwhile. */
    private Optional<MigInstance.Identity> identity(long handle) {
        DriverCalls own = this.calls.ofInstance(handle);
        CachedCall gpuInstance = own.make(GPU_INSTANCE);
        CachedCall computeInstance = own.make(COMPUTE_INSTANCE);
        boolean inGpuInstance = succeeded(gpuInstance);
        boolean inComputeInstance = succeeded(computeInstance);
        String uuid = word(own, Metric.UUID);
        if (uuid == null || !inGpuInstance || !inComputeInstance) {
            return Optional.empty();
        }
        Place place = new Place((int) number(gpuInstance), (int) number(computeInstance));
        return Optional.of(new MigInstance.Identity(handle, place, uuid, profile(word(own, Metric.NAME))));
    }

    private static long number(CachedCall call) {
        return Integer.toUnsignedLong(call.answer().getInt(0));
    }

    private boolean succeeded(CachedCall call) {
        // After a failure that may pass, it is not known whether there is an instance.
        this.isComplete &= !call.returned().mayPass();
        return call.returned() == NvmlReturn.SUCCESS;
    }

    private @Nullable String word(DriverCalls calls, Metric metric) {
        Probe.Member member = (Probe.Member) metric.spec().probes().get(0);
        CachedCall call = calls.make(member.call());
        return succeeded(call) ? CString.read(call.answer(), member.slot()) : null;
    }

    private static @Nullable String profile(@Nullable String name) {
        if (name == null || !name.contains(BEFORE_PROFILE)) {
            return null;
        }
        return name.substring(name.lastIndexOf(BEFORE_PROFILE) + BEFORE_PROFILE.length());
    }
}
