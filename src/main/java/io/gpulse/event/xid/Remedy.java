package io.gpulse.event.xid;

import io.gpulse.device.GpuState;

/** What to do about a fault, in one sentence. */
public enum Remedy {
    NOTHING("Nothing needs to be done.", "无需处理。"),
    WATCH(
            "Nothing needs to be done unless it repeats; then send the kernel log to the vendor.",
            "偶发时无需处理；若反复出现，请将内核日志提供给供应商。"),
    RESTART_PROGRAM("Look for the fault in the program first, and start it again.", "请先在程序中查找问题，然后重新启动程序。"),
    RESTART_THEN_RESET(
            "Start the program again, and reset the GPU when its work is done.", "重新启动程序，待该 GPU 上的任务结束后重置 GPU。"),
    RESTART_OR_RESET("Start the program again; if that does not help, reset the GPU.", "重新启动程序；若仍未恢复，请重置 GPU。"),
    RESTART_VM("Start the virtual machine again.", "重新启动虚拟机。"),
    LOOK_BEFORE("Look at the fault that came before it.", "请查看在它之前出现的故障。"),
    LOOK_AT_PEERS(
            "Look at the GPUs that it is linked to, where the fault may have begun, then start the program again.",
            "请查看与其互连的 GPU（故障可能始于那里），然后重新启动程序。"),
    RESET("Reset the GPU.", "请重置 GPU。"),
    RESET_WHEN_IDLE(
            "Reset the GPU when its work is done; it can be used until then.", "待该 GPU 上的任务结束后重置 GPU；在此之前仍可使用。"),
    RESET_OR_REBOOT_WHEN_IDLE(
            "Reset the GPU, or reboot the machine if the kernel log asks for it, when its work is done.",
            "待任务结束后重置 GPU；若内核日志要求，请重启机器。"),
    DRAIN_AND_RESET("Move its work elsewhere, then reset the GPU.", "先将其任务迁走，再重置 GPU。"),
    RESET_OR_REBOOT(
            "Move its work elsewhere and reset the GPU; if that fails, reboot the machine.",
            "先将其任务迁走并重置 GPU；若重置失败，请重启机器。"),
    RESET_AND_REPLACE(
            "Move its work elsewhere and reset the GPU; if it comes back, have the board replaced.",
            "先将其任务迁走并重置 GPU；若再次出现，请更换板卡。"),
    RESET_OR_REPORT("Reset the GPU; if it does not come up, contact the vendor.", "请重置 GPU；若仍无法启动，请联系供应商。"),
    RESET_AND_CHECK_LINK("Reset the GPU; if the link stays down, check its connection.", "请重置 GPU；若链路仍未恢复，请检查其连接。"),
    DECODE_AND_RESET(
            "Look at the sub-code in the kernel log; if it says fatal, move the work elsewhere and reset the GPU.",
            "请查看内核日志中的子代码；若标记为致命，请迁走任务并重置 GPU。"),
    DECODE_AND_LOOK_AT_PEERS(
            "Look at the sub-code in the kernel log, and at the GPUs that it is linked to, where the fault may have"
                    + " begun.",
            "请查看内核日志中的子代码，以及与其互连的 GPU（故障可能始于那里）。"),
    REBOOT("Reboot the machine.", "请重启机器。"),
    DRAIN_AND_REBOOT("Move the work of the machine elsewhere, then reboot it.", "先将机器上的任务迁走，再重启机器。"),
    REBOOT_AND_REPORT(
            "Move the work of the machine elsewhere and reboot it; if it comes back, have power, cooling, slot and"
                    + " board checked.",
            "先将机器上的任务迁走并重启机器；若再次出现，请检查供电、散热、插槽和板卡。"),
    REBOOT_OR_REPORT("Reboot the machine; if it comes back, contact the vendor.", "请重启机器；若再次出现，请联系供应商。"),
    CHECK_CONNECTIONS("Check the GPU's power cables, slot and riser.", "请检查该 GPU 的电源线、插槽和转接卡。"),
    CONTACT_VENDOR("Contact the vendor.", "请联系供应商。"),
    UPDATE("Install drivers of host and guest that fit together.", "请安装相互匹配的主机与客户机驱动。"),
    READ_ACTION("Do what the recovery action says.", "请按恢复操作的要求处理。"),
    WAIT_OR_REBOOT(
            "Wait for a minute; if it stays so, end the programs on it, then reset the GPU. A driver that hangs may"
                    + " need a reboot.",
            "请等待一分钟；若仍如此，请结束其上的程序，然后重置 GPU。驱动挂起时可能需要重启机器。"),
    AFTER_REMOVAL(
            "If it was removed on purpose, nothing needs to be done; otherwise check its connection and power.",
            "如系有意移除，则无需处理；否则请检查其连接和供电。"),
    AFTER_REMOVAL_OF_SOLDERED(
            "If it was switched off on purpose, nothing needs to be done; otherwise reboot the machine.",
            "如系有意关闭，则无需处理；否则请重启机器。"),
    CHECK_COOLING("Check fans, air flow, dust and inlet temperature.", "请检查风扇、风道、积尘和进风温度。"),
    CHECK_POWER_SUPPLY("Check the power supplies of the machine.", "请检查机器的电源。"),
    RAISE_POWER_LIMIT(
            "If the limit is not set on purpose, raise it to the default (nvidia-smi -pl, which laptops refuse);"
                    + " otherwise expect less speed.",
            "若非有意设置，请恢复默认功率上限（nvidia-smi -pl，笔记本不支持）；否则性能会降低。"),
    READ_KERNEL_LOG("Look at the kernel log: it tells more than the driver's library.", "请查看内核日志：其中的信息比驱动库提供的更多。");

    private final LocalizedText words;

    Remedy(String en, String zh) {
        this.words = new LocalizedText(en, zh);
    }

    /** What to do about a GPU that is not {@code OK}. */
    public static Remedy of(GpuState state) {
        return switch (state) {
            case LOST -> REBOOT_AND_REPORT;
            case STUCK -> WAIT_OR_REBOOT;
            case RESET_REQUIRED -> DRAIN_AND_RESET;
            default -> READ_KERNEL_LOG;
        };
    }

    /** The same for a GPU that is soldered or not: a soldered one has no slot or cable to check. */
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
        return this.words;
    }
}
