package io.gpulse.nvml.probe;

import io.gpulse.device.Gpu.SlowCall;
import io.gpulse.device.GpuReadResult;
import io.gpulse.device.GpuReadings;
import io.gpulse.device.GpuRefusedException;
import io.gpulse.metric.Call;
import io.gpulse.nvml.library.NvmlCalls;
import io.gpulse.nvml.library.NvmlReturn;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The driver calls about one GPU. Equal calls are made once in a round, and a return code that concerns the whole GPU
 * ends the round. Used by one thread.
 */
public final class DriverCalls {

    private final NvmlCalls calls;
    private final long device;
    private final Consumer<String> beforeCall;
    private final DriverClock clock;
    private final Map<Call, CachedCall> byCall = new HashMap<>();

    /** The same calls by identity: comparing their members in every round would take longer than making them. */
    private final IdentityHashMap<Call, CachedCall> byIdentity = new IdentityHashMap<>();

    private CallTimes times = new CallTimes();
    private ReturnCodeTally tally = new ReturnCodeTally();
    private long round;

    /** @param beforeCall receives the symbol before each native call */
    public DriverCalls(NvmlCalls calls, long device, Consumer<String> beforeCall, DriverClock clock) {
        this.calls = calls;
        this.device = device;
        this.beforeCall = beforeCall;
        this.clock = clock;
    }

    /** Returns the calls about a MIG instance of this GPU, which have rounds of their own. */
    public DriverCalls ofInstance(long handle) {
        DriverCalls ofInstance = new DriverCalls(this.calls, handle, this.beforeCall, this.clock);
        ofInstance.times = this.times;
        return ofInstance;
    }

    /** Begins to time the calls of a read. */
    public void beginTiming() {
        this.times.begin(nanos());
    }

    /** Returns the slowest call since; null when there was none. */
    public @Nullable SlowCall slowest() {
        return this.times.slowest();
    }

    /** Reads in one round, and concludes the GPU's state from its return codes. */
    public GpuReadResult round(Supplier<GpuReadings> reading) {
        try {
            GpuReadings known = newRound(reading);
            return this.tally.result(known);
        } catch (GpuRefusedException failure) {
            return failure.result();
        }
    }

    /** Reads in a new round, without cached calls. */
    public <T> T newRound(Supplier<T> reading) {
        this.round++;
        this.tally = new ReturnCodeTally();
        return reading.get();
    }

    /** Prepares a call about this GPU. */
    CachedCall prepare(Call call) {
        return new CachedCall(call, this.calls.prepare(this.device, call));
    }

    /** Prepares a call that names no device. */
    CachedCall prepareWithoutDevice(Call call) {
        return new CachedCall(call, this.calls.prepare(NvmlCalls.NO_DEVICE, call));
    }

    /** Makes the call unless an equal one was made in this round. */
    public CachedCall make(Call call) {
        CachedCall cached = this.byIdentity.get(call);
        if (cached == null) {
            cached = this.byCall.computeIfAbsent(call, this::prepare);
            this.byIdentity.put(call, cached);
        }
        return make(cached);
    }

    /** Makes the call unless it was made in this round. */
    public CachedCall make(CachedCall call) {
        if (!isMade(call)) {
            repeat(call);
        }
        return call;
    }

    /** Returns whether the call was made in this round. */
    boolean isMade(CachedCall call) {
        return call.isMadeIn(this.round);
    }

    /** Returns whether the call of this round succeeded. */
    boolean isAnswered(Call call) {
        return make(call).returned() == NvmlReturn.SUCCESS;
    }

    /** Makes the call, even if it was made in this round. */
    NvmlReturn repeat(CachedCall call) {
        this.beforeCall.accept(call.symbol());
        NvmlReturn returned = call.make(this.round, this.clock.nanos());
        this.times.returned(call.symbol(), call.returnedAt());
        return checked(call.symbol(), returned.code());
    }

    /** @throws GpuRefusedException if the code concerns the whole GPU */
    NvmlReturn checked(String symbol, int code) {
        NvmlReturn returned = NvmlReturn.of(code);
        if (returned.concernsWholeGpu()) {
            throw returned.refusal(symbol);
        }
        return returned;
    }

    /** Counts a return code for the result of the round. */
    NvmlReturn count(NvmlReturn returned) {
        return this.tally.count(returned);
    }

    /** Returns the number of the round. */
    long number() {
        return this.round;
    }

    long nanos() {
        return this.clock.nanos().getAsLong();
    }

    DriverClock clock() {
        return this.clock;
    }
}
