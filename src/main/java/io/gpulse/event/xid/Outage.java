package io.gpulse.event.xid;

import io.gpulse.device.Condition;
import io.gpulse.device.GpuSample;
import io.gpulse.device.GpuState;
import io.gpulse.device.Source;
import io.gpulse.event.EventAttribute;
import io.gpulse.event.EventKind;
import io.gpulse.event.GpuEvent;
import io.gpulse.event.Severity;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/** The ways in which a GPU does not answer, or answers late, with their events and advice. */
public enum Outage {
    REMOVED(EventKind.GPU_LOST, Remedy.AFTER_REMOVAL, Precedence.REMOVAL),
    LOST(EventKind.GPU_LOST, Remedy.REBOOT_AND_REPORT, Precedence.REBOOT),
    RESET_REQUIRED(EventKind.GPU_FAILED, Remedy.DRAIN_AND_RESET, Precedence.RESET),
    ERROR(EventKind.GPU_FAILED, Remedy.READ_KERNEL_LOG, Precedence.UNREAD),
    SLOW(EventKind.GPU_STUCK, Remedy.LOOK_AT_READERS, Precedence.LATE),
    STUCK(EventKind.GPU_STUCK, Remedy.WAIT_OR_REBOOT, Precedence.HANG);

    /** A shorter time without a driver is a renewal of the session. */
    public static final Duration LONGEST_RENEWAL = Duration.ofSeconds(10);

    /** A first call of the driver may take this long: to wake several GPUs up takes many seconds. */
    public static final Duration LONGEST_START = Duration.ofSeconds(15);

    private final EventKind kind;
    private final Remedy remedy;
    private final Precedence precedence;

    Outage(EventKind kind, Remedy remedy, Precedence precedence) {
        this.kind = kind;
        this.remedy = remedy;
        this.precedence = precedence;
    }

    /** Returns the outage of a GPU; empty while it answers, and while gpulse only cannot read it. */
    public static Optional<Outage> of(Condition condition) {
        String name = condition.removed() && condition.state() == GpuState.LOST
                ? REMOVED.name()
                : condition.state().name();
        return Arrays.stream(values())
                .filter((outage) -> !condition.isUnread() && outage.name().equals(name))
                .findFirst();
    }

    /** Returns whether a GPU is not read since no driver answers: then its state is not that of the GPU. */
    public static boolean isOfDriver(Condition condition, Source source) {
        return condition.state() == GpuState.ERROR && source.reason() != null;
    }

    /** Returns whether a GPU has not answered yet, and may still be starting. */
    public static boolean isStarting(GpuSample sample, Instant now) {
        Condition condition = sample.condition();
        return condition.state() == GpuState.STUCK
                && sample.sampledAt() == null
                && !now.isBefore(condition.since())
                && now.isBefore(condition.since().plus(LONGEST_START));
    }

    /** Returns the outage that an event is about; the usual one of its kind if its facts do not name another. */
    public static Outage of(GpuEvent event) {
        boolean removed = event.facts().containsKey(EventAttribute.BUS);
        String name = removed ? REMOVED.name() : event.facts().get(EventAttribute.STATE);
        List<Outage> ofKind = Arrays.stream(values())
                .filter((outage) -> outage.kind == event.kind())
                .toList();
        return ofKind.stream()
                .filter((outage) -> outage.name().equals(name))
                .findFirst()
                // The usual one of each kind is the last one.
                .orElseGet(() -> ofKind.get(ofKind.size() - 1));
    }

    public EventKind kind() {
        return this.kind;
    }

    public Severity severity() {
        return this == SLOW ? Severity.WARNING : Severity.CRITICAL;
    }

    /** Returns the advice. */
    public Remedy remedy() {
        return this.remedy;
    }

    /** Returns the precedence of the advice on a GPU that is in this state now. */
    public Precedence precedence() {
        return this.precedence;
    }
}
