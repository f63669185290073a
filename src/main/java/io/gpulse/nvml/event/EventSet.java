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
 * An event set of the driver, which can be created again after it was freed. Used by one thread, since a registration
 * or a release during a wait is undefined.
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

    /** Returns whether it was created and not freed since. */
    boolean isOpen() {
        return this.open;
    }

    /** Returns whether no GPU is registered. */
    boolean isEmpty() {
        return this.registered.isEmpty();
    }

    boolean has(GpuHandle gpu) {
        return this.registered.contains(gpu);
    }

    /**
     * Registers for the Xids of a GPU. The supported types are queried first, since one unsupported type would prevent
     * all reports.
     */
    NvmlReturn register(GpuHandle gpu, Consumer<String> beforeCall) {
        NvmlCalls.Prepared supported = this.calls.prepare(gpu.handle(), EventCalls.SUPPORTED_TYPES);
        beforeCall.accept(EventCalls.SUPPORTED_TYPES.symbol());
        NvmlReturn queried = NvmlReturn.of(supported.invoke());
        long types = supported.answer().getLong(0) & ClassicWait.XID_CRITICAL;
        if (queried != NvmlReturn.SUCCESS || types == 0) {
            return queried == NvmlReturn.SUCCESS ? NvmlReturn.NOT_SUPPORTED : queried;
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

    /** Registers for the operational events of a GPU too. */
    NvmlReturn registerOperational(GpuHandle gpu, Consumer<String> beforeCall) {
        beforeCall.accept(EventCalls.REGISTER_OPERATIONAL.symbol());
        NvmlReturn returned = this.operational.register(this.handle, gpu);
        this.isOperational |= returned == NvmlReturn.SUCCESS;
        return returned;
    }

    /** Returns whether a GPU is registered for operational events. */
    boolean isOperational() {
        return this.isOperational;
    }

    /** Waits for an event, for at most this time; {@code TIMEOUT} when there was none. */
    NvmlReturn await(Duration atMost) {
        return waiting().await(this.handle, atMost);
    }

    /** Returns the event of the last wait; valid until the next wait. */
    Optional<DriverEvent> event(Instant receivedAt) {
        return waiting().event(receivedAt, this.registered);
    }

    private EventWait waiting() {
        return this.isOperational ? this.operational : this.classic;
    }

    /** Frees the set and all registrations. */
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
