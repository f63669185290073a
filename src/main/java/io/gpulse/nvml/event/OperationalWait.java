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

/** Waits for an Xid or a GPU operational event, which drivers tell since 615. Source: {@code nvmlEventSetWait_v3}. */
final class OperationalWait implements EventWait {

    private static final int CLASSIC = 0;
    private static final int OPERATIONAL = 1;

    /** {@code NOTICE}: what comes below is telemetry and diagnostics. */
    private static final int MIN_LOG_LEVEL = 30;

    /** {@code ALL}. */
    private static final int MIN_SEVERITY = 0;

    /** These events are younger than this; a smaller time stamp is no time of day. */
    private static final Instant EARLIEST = Instant.parse("2020-01-01T00:00:00Z");

    private final NvmlCalls.Prepared register;
    private final StructMemory config;
    private final NvmlCalls.Prepared prepared;
    private final StructMemory told;
    private final LegacyXids legacyXids;
    private long set;

    OperationalWait(NvmlCalls calls) {
        this.register = calls.prepare(NvmlCalls.NO_DEVICE, EventCalls.REGISTER_OPERATIONAL);
        this.config = StructMemory.of(
                this.register, EventCalls.structOf(EventCalls.REGISTER_OPERATIONAL), EventCalls.OPERATIONAL_CONFIG);
        this.prepared = calls.prepare(NvmlCalls.NO_DEVICE, EventCalls.WAIT_OPERATIONAL);
        this.told = StructMemory.of(
                this.prepared, EventCalls.structOf(EventCalls.WAIT_OPERATIONAL), EventCalls.OPERATIONAL_EVENT);
        this.legacyXids = new LegacyXids(calls);
    }

    /** Has the set receive the operational events of a GPU too. */
    NvmlReturn register(long into, GpuHandle gpu) {
        this.config.put("uuid", gpu.uuid()).put("minLogLevel", MIN_LOG_LEVEL).put("minSeverity", MIN_SEVERITY);
        this.register.answer().putLong(0, into);
        return NvmlReturn.of(this.register.invoke());
    }

    @Override
    public NvmlReturn await(long from, Duration atMost) {
        this.set = from;
        this.prepared.answer().putLong(0, from);
        this.told.put("timeoutMs", (int) atMost.toMillis());
        return NvmlReturn.of(this.prepared.invoke());
    }

    @Override
    public Optional<DriverEvent> event(Instant receivedAt, Collection<GpuHandle> registered) {
        EventSubject gpu = subject(this.told.text("uuid"), registered);
        return switch (this.told.u32("dataType")) {
            case CLASSIC -> ClassicWait.xid(this.told, receivedAt, gpu);
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
                happenedAt(this.told.u64("timestampUsec")),
                this.told.text("sourceModule"),
                this.told.u32("moduleEventCode"),
                this.told.u32("categoryId"),
                this.told.u32("severity"),
                group(),
                this.told.u32("attributes"),
                this.legacyXids.ofLastEvent(this.set));
    }

    private DriverEvent.Operational.Group group() {
        return new DriverEvent.Operational.Group(
                this.told.u64("groupCursor"),
                this.told.u8("groupIndex"),
                this.told.u8("groupSize"),
                this.told.u32("groupAttributes"));
    }

    private static @Nullable Instant happenedAt(long micros) {
        Instant told = Instant.EPOCH.plus(micros, ChronoUnit.MICROS);
        return told.isBefore(EARLIEST) ? null : told;
    }
}
