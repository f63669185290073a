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
    REBOOT(RepairAction.REBOOT),
    /** The GPU is no longer on the bus. */
    REMOVAL(RepairAction.CONTACT_SUPPORT, REBOOT),
    /** The GPU has to be reset now, by its state or at the request of the driver. */
    RESET(RepairAction.RESET_GPU, REMOVAL),
    /** The GPU had a fault after which it has to be reset; whether that was done is not known. */
    FAULT(RepairAction.RESET_GPU, RESET),
    /** The GPU does not answer. */
    HANG(RepairAction.RESET_GPU, FAULT),
    /** The GPU cannot be read. */
    UNREAD(RepairAction.REBOOT, HANG, FAULT),
    /** The vendor, a connection or another component has to repair it. */
    REPAIR(RepairAction.CONTACT_SUPPORT, UNREAD, FAULT),
    /** The GPU has to be reset when its work is done. */
    RESET_WHEN_IDLE(RepairAction.RESET_GPU, REPAIR, FAULT),
    /** A link could not recover. */
    LINK_FAILED(RepairAction.CONTACT_SUPPORT, UNREAD, FAULT),
    LINK_DOWN(RepairAction.RESET_GPU, LINK_FAILED, FAULT),
    LINK_ERRORS(RepairAction.CONTACT_SUPPORT, LINK_DOWN, FAULT),
    NARROW_LINK(RepairAction.NONE, UNREAD),
    /** The GPU answers late. */
    LATE(RepairAction.NONE, UNREAD, FAULT),
    HEAT(RepairAction.NONE, UNREAD),
    POWER_SUPPLY(RepairAction.NONE, UNREAD),
    /** A laptop needs its supply, or another mode. */
    LAPTOP(RepairAction.NONE, HEAT),
    POWER_LIMIT(RepairAction.NONE, POWER_SUPPLY, LAPTOP),
    LICENSE(RepairAction.NONE, UNREAD),
    INPUT(RepairAction.NONE, UNREAD),
    /** A GPU lags behind others: the alert that names the cause goes before. */
    LAG(RepairAction.NONE, RESET_WHEN_IDLE, LINK_ERRORS, NARROW_LINK, LATE, POWER_LIMIT, LICENSE, FAULT),
    LEFTOVER_MEMORY(RepairAction.RESET_GPU, UNREAD),
    IDLE_MEMORY(RepairAction.NONE, UNREAD),
    FULL_MEMORY(RepairAction.NONE, LEFTOVER_MEMORY, IDLE_MEMORY),
    /** A program has to be started again, or examined. */
    PROGRAM(RepairAction.RESTART_APP, UNREAD, FAULT),
    /** Nothing needs to be done. */
    NOTHING(RepairAction.NONE, RESET_WHEN_IDLE, LINK_ERRORS, LATE, PROGRAM, FAULT);

    private final RepairAction action;
    private final Set<Precedence> named;
    private final Set<Precedence> before;

    Precedence(RepairAction action, Precedence... before) {
        this.action = action;
        this.named = Set.of(before);
        Set<Precedence> all = new HashSet<>(Arrays.asList(before));
        Arrays.stream(before).forEach((one) -> all.addAll(one.before));
        this.before = Set.copyOf(all);
    }

    /** Returns what such advice usually amounts to. */
    public RepairAction action() {
        return this.action;
    }

    /** Returns whether advice of this precedence gives way to that of another. */
    public boolean givesWayTo(Precedence other) {
        return (other == FAULT ? this.named : this.before).contains(other);
    }
}
