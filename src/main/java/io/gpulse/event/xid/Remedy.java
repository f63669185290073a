package io.gpulse.event.xid;

import io.gpulse.device.GpuState;
import io.gpulse.event.message.LocalizedText;
import io.gpulse.event.message.Messages;

/** The advice on a fault, in one sentence. */
public enum Remedy {
    NOTHING,
    WATCH,
    RESTART_PROGRAM,
    RESTART_THEN_RESET,
    RESTART_OR_RESET,
    RESTART_VM,
    LOOK_BEFORE,
    LOOK_AT_PEERS,
    RESET,
    RESET_WHEN_IDLE,
    RESET_OR_REBOOT_WHEN_IDLE,
    DRAIN_AND_RESET,
    RESET_OR_REBOOT,
    RESET_AND_REPLACE,
    RESET_OR_REPORT,
    RESET_AND_CHECK_LINK,
    DECODE_AND_RESET,
    DECODE_AND_LOOK_AT_PEERS,
    REBOOT,
    DRAIN_AND_REBOOT,
    REBOOT_AND_REPORT,
    REBOOT_OR_REPORT,
    CHECK_CONNECTIONS,
    CONTACT_VENDOR,
    UPDATE,
    READ_ACTION,
    WAIT_OR_REBOOT,
    LOOK_AT_READERS,
    AFTER_REMOVAL,
    AFTER_REMOVAL_OF_SOLDERED,
    CHECK_COOLING,
    CHECK_POWER_SUPPLY,
    RAISE_POWER_LIMIT,
    READ_KERNEL_LOG;

    /** Returns the advice on a GPU that is not {@code OK}. */
    public static Remedy of(GpuState state) {
        return switch (state) {
            case LOST -> REBOOT_AND_REPORT;
            case STUCK -> WAIT_OR_REBOOT;
            case SLOW -> LOOK_AT_READERS;
            case RESET_REQUIRED -> DRAIN_AND_RESET;
            default -> READ_KERNEL_LOG;
        };
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

    public LocalizedText words() {
        return Messages.text(this);
    }
}
