package io.gpulse.event.xid;

import io.gpulse.event.message.LocalizedText;
import io.gpulse.event.message.Messages;
import java.util.Arrays;
import java.util.Optional;

/** The category of a GPU operational event, as NVML numbers it. */
public enum OperationalCategory {
    TIMEOUT(0x0001),
    MEMORY_INTEGRITY_ERROR(0x0002),
    INTERCONNECT_ERROR(0x0003),
    CORRUPTION_DETECTED(0x0004),
    SECURITY_ERROR(0x0005),
    POWER_ERROR(0x0006),
    THERMAL_ERROR(0x0007),
    FIRMWARE_FAULT(0x0008),
    ENGINE_ERROR(0x0009),
    RESOURCE_EXHAUSTED(0x000A),
    TRANSLATION_FAULT(0x000B),
    UNCLASSIFIED_ERROR(0x7FFF),
    INITIALIZATION(0x8000),
    SHUTDOWN(0x8001),
    STATE_CHANGED(0x8002),
    CONFIG_CHANGED(0x8003),
    RESOURCE_RETIREMENT(0x8004),
    RESOURCE_THRESHOLD(0x8005),
    TELEMETRY(0xFFFE),
    DEBUG(0xFFFF);

    private static final int LIFE_CYCLE = 0x8000;

    private final int id;

    OperationalCategory(int id) {
        this.id = id;
    }

    /** Returns the category; empty for an unknown one. */
    public static Optional<OperationalCategory> of(int id) {
        return Arrays.stream(values()).filter((category) -> category.id == id).findFirst();
    }

    /** Returns whether a category, known or not, reports the life cycle of a GPU instead of a fault. */
    public static boolean isLifeCycle(int id) {
        return id >= LIFE_CYCLE;
    }

    public int id() {
        return this.id;
    }

    public LocalizedText words() {
        return Messages.text(this);
    }
}
