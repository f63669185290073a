package io.gpulse.event.xid;

import java.util.Arrays;
import java.util.HashSet;
import java.util.Set;

/**
 * The precedence of advice: where several alerts are about one GPU and their advice contradicts, that of one gives way
 * to that of the other. A row names the rows that it gives way to, and gives way to those of these as well, except to a
 * fault of the past. Advice on problems that can be solved independently does not give way.
 */
@SuppressWarnings("ImmutableEnumChecker") // the set is immutable
public enum Precedence {
    /** The machine has to be rebooted. */
    REBOOT,
    /** The GPU is no longer on the bus. */
    REMOVAL(REBOOT),
    /** The GPU has to be reset now, by its state or at the request of the driver. */
    RESET(REMOVAL),
    /** The GPU had a fault after which it has to be reset; whether that was done is not known. */
    FAULT(RESET),
    /** The GPU does not answer. */
    HANG(FAULT),
    /** The GPU cannot be read. */
    UNREAD(HANG, FAULT),
    /** The vendor, a connection or another component has to repair it. */
    REPAIR(UNREAD, FAULT),
    /** The GPU has to be reset when its work is done. */
    RESET_WHEN_IDLE(REPAIR, FAULT),
    /** A link could not recover. */
    LINK_FAILED(UNREAD, FAULT),
    LINK_DOWN(LINK_FAILED, FAULT),
    LINK_ERRORS(LINK_DOWN, FAULT),
    NARROW_LINK(UNREAD),
    /** The GPU answers late. */
    LATE(UNREAD, FAULT),
    HEAT(UNREAD),
    POWER_SUPPLY(UNREAD),
    /** A laptop needs its supply, or another mode. */
    LAPTOP(HEAT),
    POWER_LIMIT(POWER_SUPPLY, LAPTOP),
    LICENSE(UNREAD),
    INPUT(UNREAD),
    /** A GPU lags behind others: the alert that names the cause goes before. */
    LAG(RESET_WHEN_IDLE, LINK_ERRORS, NARROW_LINK, LATE, POWER_LIMIT, LICENSE, FAULT),
    LEFTOVER_MEMORY(UNREAD),
    IDLE_MEMORY(UNREAD),
    FULL_MEMORY(LEFTOVER_MEMORY, IDLE_MEMORY),
    /** A program has to be started again, or examined. */
    PROGRAM(UNREAD, FAULT),
    /** Nothing needs to be done. */
    NOTHING(RESET_WHEN_IDLE, LINK_ERRORS, LATE, PROGRAM, FAULT);

    private final Set<Precedence> named;
    private final Set<Precedence> before;

    Precedence(Precedence... before) {
        this.named = Set.of(before);
        Set<Precedence> all = new HashSet<>(Arrays.asList(before));
        Arrays.stream(before).forEach((one) -> all.addAll(one.before));
        this.before = Set.copyOf(all);
    }

    /** Returns whether advice of this precedence gives way to that of another. */
    public boolean givesWayTo(Precedence other) {
        return (other == FAULT ? this.named : this.before).contains(other);
    }
}
