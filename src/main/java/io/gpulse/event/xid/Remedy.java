package io.gpulse.event.xid;

import io.gpulse.event.message.LocalizedText;
import io.gpulse.event.message.Messages;

/** The advice on a fault, in one sentence. */
public enum Remedy {
    NOTHING(Precedence.NOTHING),
    WATCH(Precedence.NOTHING),
    RESTART_PROGRAM(Precedence.PROGRAM),
    RESTART_THEN_RESET(Precedence.RESET_WHEN_IDLE),
    RESTART_OR_RESET(Precedence.PROGRAM),
    RESTART_VM(Precedence.PROGRAM),
    LOOK_BEFORE(Precedence.NOTHING),
    LOOK_AT_PEERS(Precedence.PROGRAM),
    RESET(Precedence.FAULT),
    RESET_WHEN_IDLE(Precedence.RESET_WHEN_IDLE),
    RESET_OR_REBOOT_WHEN_IDLE(Precedence.RESET_WHEN_IDLE),
    DRAIN_AND_RESET(Precedence.FAULT),
    RESET_OR_REBOOT(Precedence.FAULT),
    RESET_AND_REPLACE(Precedence.FAULT, RepairAction.REPLACE),
    RESET_OR_REPORT(Precedence.FAULT),
    RESET_AND_CHECK_LINK(Precedence.FAULT),
    DECODE_AND_RESET(Precedence.REPAIR, RepairAction.RESET_GPU),
    DECODE_AND_LOOK_AT_PEERS(Precedence.PROGRAM, RepairAction.NONE),
    REBOOT(Precedence.REBOOT),
    DRAIN_AND_REBOOT(Precedence.REBOOT),
    REBOOT_AND_REPORT(Precedence.REBOOT),
    REBOOT_OR_REPORT(Precedence.REBOOT),
    CHECK_CONNECTIONS(Precedence.REPAIR),
    CONTACT_VENDOR(Precedence.REPAIR),
    UPDATE(Precedence.PROGRAM, RepairAction.NONE),
    READ_ACTION(Precedence.PROGRAM, RepairAction.NONE),
    WAIT_OR_REBOOT(Precedence.HANG),
    LOOK_AT_READERS(Precedence.LATE),
    AFTER_REMOVAL(Precedence.REMOVAL),
    AFTER_REMOVAL_OF_SOLDERED(Precedence.REMOVAL),
    CHECK_COOLING(Precedence.HEAT),
    CHECK_POWER_SUPPLY(Precedence.POWER_SUPPLY),
    RAISE_POWER_LIMIT(Precedence.POWER_LIMIT),
    READ_KERNEL_LOG(Precedence.PROGRAM, RepairAction.NONE);

    private final Precedence precedence;
    private final RepairAction action;

    Remedy(Precedence precedence) {
        this(precedence, precedence.action());
    }

    Remedy(Precedence precedence, RepairAction action) {
        this.precedence = precedence;
        this.action = action;
    }

    /** Returns the advice for a GPU that is soldered or not: a soldered one has no slot or cable to check. */
    public Remedy with(boolean soldered) {
        if (!soldered) {
            return this;
        }
        return switch (this) {
            case REBOOT_AND_REPORT -> REBOOT_OR_REPORT;
            case CHECK_CONNECTIONS -> CONTACT_VENDOR;
            case AFTER_REMOVAL -> AFTER_REMOVAL_OF_SOLDERED;
            default -> this;
        };
    }

    public Precedence precedence() {
        return this.precedence;
    }

    public RepairAction action() {
        return this.action;
    }

    public LocalizedText words() {
        return Messages.text(this);
    }
}
