package io.gpulse.event.xid;

import io.gpulse.device.GpuState;
import java.util.Arrays;
import java.util.HashSet;
import java.util.Set;

/**
 * The precedence of advice: where several alerts are about one GPU and their advice contradicts, that of one gives way
 * to that of the other. A row names the rows that it gives way to, and gives way to those of these as well. Advice on
 * problems that can be solved independently does not give way.
 */
@SuppressWarnings("ImmutableEnumChecker") // the set is immutable
public enum Precedence {
    /** The machine has to be rebooted. */
    REBOOT,
    /** The GPU is no longer on the bus. */
    REMOVAL(REBOOT),
    /** The GPU has to be reset now. */
    RESET(REMOVAL),
    /** The GPU does not answer. */
    HANG(RESET),
    /** The GPU cannot be read. */
    UNREAD(HANG),
    /** The vendor, a connection or another component has to repair it. */
    REPAIR(UNREAD),
    /** The GPU has to be reset when its work is done. */
    RESET_WHEN_IDLE(REPAIR),
    LINK_DOWN(REPAIR),
    LINK_ERRORS(LINK_DOWN),
    NARROW_LINK(UNREAD),
    /** The GPU answers late. */
    LATE(UNREAD),
    HEAT(UNREAD),
    POWER_SUPPLY(UNREAD),
    /** A laptop needs its supply, or another mode. */
    LAPTOP(HEAT),
    POWER_LIMIT(POWER_SUPPLY, LAPTOP),
    LICENSE(UNREAD),
    INPUT(UNREAD),
    /** A GPU lags behind others: the alert that names the cause goes before. */
    LAG(RESET_WHEN_IDLE, LINK_ERRORS, NARROW_LINK, LATE, POWER_LIMIT, LICENSE),
    LEFTOVER_MEMORY(UNREAD),
    IDLE_MEMORY(UNREAD),
    FULL_MEMORY(LEFTOVER_MEMORY, IDLE_MEMORY),
    /** A program has to be started again, or examined. */
    PROGRAM(UNREAD),
    /** Nothing needs to be done. */
    NOTHING(RESET_WHEN_IDLE, LINK_ERRORS, LATE, PROGRAM);

    private final Set<Precedence> before;

    Precedence(Precedence... before) {
        Set<Precedence> all = new HashSet<>(Arrays.asList(before));
        Arrays.stream(before).forEach((one) -> all.addAll(one.before));
        this.before = Set.copyOf(all);
    }

    /** Returns the precedence of the advice on a GPU that is not {@code OK}. */
    public static Precedence of(GpuState state) {
        return switch (state) {
            case LOST -> REBOOT;
            case RESET_REQUIRED -> RESET;
            case STUCK -> HANG;
            case SLOW -> LATE;
            default -> UNREAD;
        };
    }

    /** Returns whether advice of this precedence gives way to that of another. */
    public boolean givesWayTo(Precedence other) {
        return this.before.contains(other);
    }
}
