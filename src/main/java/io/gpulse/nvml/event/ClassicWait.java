package io.gpulse.nvml.event;

import io.gpulse.device.DriverEvent;
import io.gpulse.device.DriverEvent.EventSubject;
import io.gpulse.nvml.library.NvmlCalls;
import io.gpulse.nvml.library.NvmlReturn;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Waits for an Xid. Source: {@code nvmlEventSetWait_v2}. */
final class ClassicWait implements EventWait {

    /** {@code nvmlEventTypeXidCriticalError}. */
    static final long XID_CRITICAL = 0x8;

    /** NVML's number for an unknown Xid. */
    private static final int UNKNOWN_XID = 999;

    private static final int TIMEOUT =
            EventCalls.WAIT.layout().slot("timeoutms").offset();

    private final SetCall wait;

    ClassicWait(NvmlCalls calls) {
        this.wait = SetCall.prepare(calls, EventCalls.WAIT, EventCalls.EVENT);
    }

    @Override
    public NvmlReturn await(long set, Duration atMost) {
        this.wait.prepared().answer().putLong(TIMEOUT, atMost.toMillis());
        return this.wait.invoke(set);
    }

    @Override
    public Optional<DriverEvent> event(Instant receivedAt, Collection<GpuHandle> registered) {
        long device = this.wait.struct().u64("device");
        EventSubject gpu = registered.stream()
                .filter((known) -> known.handle() == device)
                .map(GpuHandle::subject)
                .findFirst()
                .orElse(null);
        return xid(this.wait.struct(), receivedAt, gpu);
    }

    /** Returns the Xid of an event of either form. */
    static Optional<DriverEvent> xid(StructMemory event, Instant receivedAt, @Nullable EventSubject gpu) {
        if (event.u64("eventType") != XID_CRITICAL) {
            return Optional.empty();
        }
        long number = event.u64("eventData");
        int xid = number < 0 || number > Integer.MAX_VALUE ? UNKNOWN_XID : (int) number;
        return Optional.of(new DriverEvent.Xid(receivedAt, gpu, xid));
    }
}
