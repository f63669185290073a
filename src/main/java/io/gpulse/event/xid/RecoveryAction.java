package io.gpulse.event.xid;

import io.gpulse.event.Severity;
import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;

/**
 * What the driver wants to be done with a GPU.
 *
 * <p>Source: {@code NVML_FI_DEV_GET_GPU_RECOVERY_ACTION}, field 230.
 */
public enum RecoveryAction {
    NONE(0, Severity.INFO, "nothing", "无"),
    RESET(1, Severity.CRITICAL, "reset the GPU", "重置 GPU"),
    REBOOT_NODE(2, Severity.CRITICAL, "reboot the machine", "重启机器"),
    DRAIN_P2P(3, Severity.WARNING, "end the work that reaches it from other GPUs", "结束来自其他 GPU 的点对点任务"),
    DRAIN_AND_RESET(4, Severity.WARNING, "move its work elsewhere, then reset the GPU", "迁走任务后重置 GPU"),
    RECOVER_IMEX(5, Severity.WARNING, "recover the IMEX domain", "恢复 IMEX 域"),
    RESET_BUS(6, Severity.CRITICAL, "reset the bus", "重置总线"),
    REBOOT_SYSTEM(7, Severity.CRITICAL, "reboot the system", "重启系统");

    private final int code;
    private final Severity severity;
    private final LocalizedText words;

    RecoveryAction(int code, Severity severity, String en, String zh) {
        this.code = code;
        this.severity = severity;
        this.words = new LocalizedText(en, zh);
    }

    /** Empty for one that is not known here. */
    public static Optional<RecoveryAction> of(long code) {
        return Arrays.stream(values()).filter((action) -> action.code == code).findFirst();
    }

    public int code() {
        return this.code;
    }

    public Severity severity() {
        return this.severity;
    }

    /** What to do, as a sentence. */
    public LocalizedText sentence() {
        String en = this.words.en();
        String capital = en.substring(0, 1).toUpperCase(Locale.ROOT);
        return new LocalizedText(capital + en.substring(1) + ".", "请" + this.words.zh() + "。");
    }

    /** What to do, without a capital and a full stop. */
    public LocalizedText words() {
        return this.words;
    }
}
