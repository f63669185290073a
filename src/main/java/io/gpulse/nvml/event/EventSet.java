package io.gpulse.nvml.event;

import io.gpulse.device.DriverEvent;
import io.gpulse.nvml.library.NvmlCalls;
import io.gpulse.nvml.library.NvmlReturn;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * An event set of the driver, which can be created anew when it was freed. Used by one thread: what a registration or a
 * release during a wait does is undefined.
 */
final class EventSet {

    private final NvmlCalls calls;
    private final NvmlCalls.Prepared create;
    private final NvmlCalls.Prepared free;
    private final ClassicWait classic;
    private final OperationalWait operational;
    private final List<GpuHandle> registered = new ArrayList<>();
    private boolean open;
    private long handle;
    private boolean isOperational;

    EventSet(NvmlCalls calls) {
        this.calls = calls;
        this.create = calls.prepare(NvmlCalls.NO_DEVICE, EventCalls.CREATE);
        this.free = calls.prepare(NvmlCalls.NO_DEVICE, EventCalls.FREE);
        this.classic = new ClassicWait(calls);
        this.operational = new OperationalWait(calls);
    }

    NvmlReturn create() {
        NvmlReturn returned = NvmlReturn.of(this.create.invoke());
        this.open = returned == NvmlReturn.SUCCESS;
        this.handle = this.create.answer().getLong(0);
        return returned;
    }

    /** Whether it was created and not freed since. */
    boolean isOpen() {
        return this.open;
    }

    /** Whether no GPU reports to it. */
    boolean isEmpty() {
        return this.registered.isEmpty();
    }

    boolean has(GpuHandle gpu) {
        return this.registered.contains(gpu);
    }

    /**
     * Has the driver report the Xids of a GPU from now on. One unsupported type would keep it from reporting any, so
     * the GPU is asked first.
     */
    NvmlReturn register(GpuHandle gpu, Consumer<String> beforeCall) {
        NvmlCalls.Prepared supported = this.calls.prepare(gpu.handle(), EventCalls.SUPPORTED_TYPES);
        beforeCall.accept(EventCalls.SUPPORTED_TYPES.symbol());
        NvmlReturn answered = NvmlReturn.of(supported.invoke());
        long types = supported.answer().getLong(0) & ClassicWait.XID_CRITICAL;
        if (answered != NvmlReturn.SUCCESS || types == 0) {
            return answered == NvmlReturn.SUCCESS ? NvmlReturn.NOT_SUPPORTED : answered;
        }
        NvmlCalls.Prepared register = this.calls.prepare(gpu.handle(), EventCalls.REGISTER);
        register.answer()
                .putLong(EventCalls.REGISTER.layout().slot("eventTypes").offset(), types)
                .putLong(EventCalls.REGISTER.layout().slot("set").offset(), this.handle);
        beforeCall.accept(EventCalls.REGISTER.symbol());
        NvmlReturn returned = NvmlReturn.of(register.invoke());
        if (returned == NvmlReturn.SUCCESS) {
            this.registered.add(gpu);
        }
        return returned;
    }

    /** Has the driver report the operational events of a GPU too. */
    NvmlReturn registerOperational(GpuHandle gpu, Consumer<String> beforeCall) {
        beforeCall.accept(EventCalls.REGISTER_OPERATIONAL.symbol());
        NvmlReturn returned = this.operational.register(this.handle, gpu);
        this.isOperational |= returned == NvmlReturn.SUCCESS;
        return returned;
    }

    /** Whether a GPU reports operational events to it. */
    boolean isOperational() {
        return this.isOperational;
    }

    /** Blocks for as long at most; {@code TIMEOUT} when nothing came. */
    NvmlReturn await(Duration atMost) {
        return waiting().await(this.handle, atMost);
    }

    /** What came; to be asked for before the next wait. */
    Optional<DriverEvent> event(Instant receivedAt) {
        return waiting().event(receivedAt, this.registered);
    }

    private EventWait waiting() {
        return this.isOperational ? this.operational : this.classic;
    }

    /** Nothing is registered any more. */
    void free() {
        if (this.open) {
            this.free.answer().putLong(0, this.handle);
            this.free.invoke();
        }
        this.open = false;
        this.isOperational = false;
        this.registered.clear();
    }
}
