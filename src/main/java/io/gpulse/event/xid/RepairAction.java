package io.gpulse.event.xid;

/** The repair of a fault, in words that programs which repair machines use. The order is that of effort. */
public enum RepairAction {
    /** Nothing, or nothing that a program could do. */
    NONE,
    RESTART_APP,
    RESET_GPU,
    REBOOT,
    CONTACT_SUPPORT,
    REPLACE
}
