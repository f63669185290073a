package io.gpulse.event.xid;

import java.util.Locale;

/** The likely origin of a fault. */
public enum LikelyCause {
    APPLICATION,
    DRIVER,
    FIRMWARE,
    HARDWARE,
    MEMORY,
    NVLINK,
    BUS,
    POWER,
    THERMAL,
    CONSEQUENCE,
    UNKNOWN;

    /** Returns the word in JSON. */
    public String label() {
        return name().toLowerCase(Locale.ROOT);
    }
}
