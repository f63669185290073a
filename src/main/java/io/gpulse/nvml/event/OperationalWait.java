package io.gpulse.nvml.event;

import io.gpulse.device.DriverEvent;
import io.gpulse.device.DriverEvent.EventSubject;
import io.gpulse.nvml.library.NvmlCalls;
import io.gpulse.nvml.library.NvmlReturn;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Collection;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Waits for an Xid or, since driver 615, a GPU operational event. Source: {@code nvmlEventSetWait_v3}. */
final class OperationalWait implements EventWait {

    private static final int CLASSIC = 0;
    private static final int OPERATIONAL = 1;

    /** {@code NOTICE}: lower levels are telemetry and diagnostics. */
    private static final int MIN_LOG_LEVEL = 30;

    /** {@code ALL}. */
    private static final int MIN_SEVERITY = 0;

    /** Earlier than any such event: a smaller time stamp is not a time of day. */
    private static final Instant EARLIEST = Instant.parse("2020-01-01T00:00:00Z");

    private final SetCall register;
    private final SetCall wait;
    private final StructMemory data;
    private final LegacyXids legacyXids;
    private long set;

    OperationalWait(NvmlCalls calls) {
        this.register = SetCall.prepare(calls, EventCalls.REGISTER_OPERATIONAL, EventCalls.OPERATIONAL_CONFIG);
        this.wait = SetCall.prepare(calls, EventCalls.WAIT_OPERATIONAL, EventCalls.OPERATIONAL_EVENT);
        this.data = this.wait.struct();
        this.legacyXids = new LegacyXids(calls);
    }

    /** Registers the operational events of a GPU with a set. */
    NvmlReturn register(long into, GpuHandle gpu) {
        this.register
                .struct()
                .put("uuid", gpu.uuid())
                .put("minLogLevel", MIN_LOG_LEVEL)
                .put("minSeverity", MIN_SEVERITY);
        return this.register.invoke(into);
    }

    @Override
    public NvmlReturn await(long from, Duration atMost) {
        this.set = from;
        this.data.put("timeoutMs", (int) atMost.toMillis());
        return this.wait.invoke(from);
    }

    @Override
    public Optional<DriverEvent> event(Instant receivedAt, Collection<GpuHandle> registered) {
        EventSubject gpu = subject(this.data.text("uuid"), registered);
        return switch (this.data.u32("dataType")) {
            case CLASSIC -> ClassicWait.xid(this.data, receivedAt, gpu);
            case OPERATIONAL -> Optional.of(operational(receivedAt, gpu));
            default -> Optional.empty();
        };
    }

    private static @Nullable EventSubject subject(String uuid, Collection<GpuHandle> registered) {
        if (uuid.isEmpty()) {
            return null;
        }
        return registered.stream()
                .filter((known) -> known.uuid().equals(uuid))
                .map(GpuHandle::subject)
                .findFirst()
                .orElseGet(() -> new EventSubject(-1, uuid));
    }

    private DriverEvent.Operational operational(Instant receivedAt, @Nullable EventSubject gpu) {
        return new DriverEvent.Operational(
                receivedAt,
                gpu,
                happenedAt(this.data.u64("timestampUsec")),
                this.data.text("sourceModule"),
                this.data.u32("moduleEventCode"),
                this.data.u32("categoryId"),
                this.data.u32("severity"),
                group(),
                this.data.u32("attributes"),
                this.legacyXids.ofLastEvent(this.set));
    }

    private DriverEvent.Operational.Group group() {
        return new DriverEvent.Operational.Group(
                this.data.u64("groupCursor"),
                this.data.u8("groupIndex"),
                this.data.u8("groupSize"),
                this.data.u32("groupAttributes"));
    }

    private static @Nullable Instant happenedAt(long micros) {
        Instant at = Instant.EPOCH.plus(micros, ChronoUnit.MICROS);
        return at.isBefore(EARLIEST) ? null : at;
    }
}
