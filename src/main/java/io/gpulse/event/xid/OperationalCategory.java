package io.gpulse.event.xid;

import java.util.Arrays;
import java.util.Optional;

/** What kind of thing a GPU operational event is about, as NVML numbers it. */
public enum OperationalCategory {
    TIMEOUT(0x0001, "timeout", "超时"),
    MEMORY_INTEGRITY_ERROR(0x0002, "memory error", "内存完整性错误"),
    INTERCONNECT_ERROR(0x0003, "interconnect error", "互连错误"),
    CORRUPTION_DETECTED(0x0004, "corruption detected", "检测到数据损坏"),
    SECURITY_ERROR(0x0005, "security error", "安全错误"),
    POWER_ERROR(0x0006, "power error", "供电错误"),
    THERMAL_ERROR(0x0007, "thermal error", "温度错误"),
    FIRMWARE_FAULT(0x0008, "firmware fault", "固件故障"),
    ENGINE_ERROR(0x0009, "engine error", "引擎错误"),
    RESOURCE_EXHAUSTED(0x000A, "resource exhausted", "资源耗尽"),
    TRANSLATION_FAULT(0x000B, "address translation fault", "地址转换故障"),
    UNCLASSIFIED_ERROR(0x7FFF, "unclassified error", "未分类的错误"),
    INITIALIZATION(0x8000, "initialization", "初始化"),
    SHUTDOWN(0x8001, "shutdown", "关闭"),
    STATE_CHANGED(0x8002, "state changed", "状态变化"),
    CONFIG_CHANGED(0x8003, "configuration changed", "配置变化"),
    RESOURCE_RETIREMENT(0x8004, "resource retired", "资源停用"),
    RESOURCE_THRESHOLD(0x8005, "resource threshold", "资源阈值"),
    TELEMETRY(0xFFFE, "telemetry", "遥测"),
    DEBUG(0xFFFF, "debug", "调试");

    private static final int LIFE_CYCLE = 0x8000;

    private final int id;
    private final LocalizedText words;

    OperationalCategory(int id, String en, String zh) {
        this.id = id;
        this.words = new LocalizedText(en, zh);
    }

    /** Empty for one that is not known here. */
    public static Optional<OperationalCategory> of(int id) {
        return Arrays.stream(values()).filter((category) -> category.id == id).findFirst();
    }

    /** Whether it tells of the life of a GPU, not of a fault; also of categories that are not known here. */
    public static boolean isLifeCycle(int id) {
        return id >= LIFE_CYCLE;
    }

    public int id() {
        return this.id;
    }

    public LocalizedText words() {
        return this.words;
    }
}
