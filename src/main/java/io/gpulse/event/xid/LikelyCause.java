package io.gpulse.event.xid;

import java.util.Locale;

/** Where a fault is likely to come from. */
public enum LikelyCause {
    APPLICATION("the program"),
    DRIVER("the driver"),
    FIRMWARE("the firmware"),
    HARDWARE("the GPU"),
    MEMORY("its memory"),
    NVLINK("NVLink"),
    BUS("the bus"),
    POWER("power"),
    THERMAL("heat"),
    CONSEQUENCE("another fault"),
    UNKNOWN("not known");

    private final String words;

    LikelyCause(String words) {
        this.words = words;
    }

    /** As it stands in JSON. */
    public String label() {
        return name().toLowerCase(Locale.ROOT);
    }

    public String words() {
        return this.words;
    }
}
