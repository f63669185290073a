package io.gpulse.insight.rule;

import static io.gpulse.event.Severity.CRITICAL;
import static io.gpulse.event.Severity.INFO;
import static io.gpulse.event.Severity.WARNING;
import static io.gpulse.insight.rule.RuleBuilder.rule;
import static io.gpulse.metric.Metric.ECC_UNCORRECTED_VOLATILE_TOTAL;
import static io.gpulse.metric.Metric.GPU_RECOVERY_ACTION;
import static io.gpulse.metric.Metric.HOST_GPUS_ON_BUS;
import static io.gpulse.metric.Metric.NVLINK_LINKS;
import static io.gpulse.metric.Metric.PCIE_GEN_CURRENT;
import static io.gpulse.metric.Metric.PCIE_GEN_MAX;
import static io.gpulse.metric.Metric.PCIE_WIDTH_CURRENT;
import static io.gpulse.metric.Metric.PCIE_WIDTH_MAX;
import static io.gpulse.metric.Metric.UTILIZATION_GPU;

import io.gpulse.device.GpuState;
import io.gpulse.event.xid.RecoveryAction;
import io.gpulse.event.xid.Remedy;

/** Rules about links, and about GPUs that fail. */
final class FaultRules {

    static final Rule NARROW_LINK = rule("narrow-link", INFO)
            .needing(PCIE_WIDTH_CURRENT, PCIE_WIDTH_MAX, PCIE_GEN_CURRENT, PCIE_GEN_MAX, UTILIZATION_GPU)
            .following(UTILIZATION_GPU)
            .percent(
                    "load",
                    "10%",
                    "an idle GPU narrows and slows its link to save power: judged from this utilization on")
            .window("window", "1m", "over which utilization is taken")
            .holding("1m", "1m")
            .onEachGpu(NarrowLinks::check)
            .says("{gpu} {runs|run} at {link}.", "{gpu} 的 PCIe 链路为 {link}。")
            .because(
                    "The link carries less in each direction than the GPU can, which slows down copies from and to"
                            + " the host: the card sits badly, or its slot is wired so.",
                    "链路带宽低于 GPU 所能达到的值，主机与 GPU 之间的拷贝会变慢：可能是插接不良，或插槽本身如此布线。")
            .advising(
                    "Reseat the card, or check slot, riser and BIOS at the next" + " stop.",
                    "请在下次停机时重新插拔显卡，或检查插槽、转接卡与 BIOS。")
            .passing("Every PCIe link has all its lanes", "所有 PCIe 链路均为满宽度");

    static final Rule AILING_LINK = rule("ailing-link", WARNING)
            .needing(NVLINK_LINKS)
            .duration("window", "24h", "over which is counted")
            .count("recoveries", "1", "recoveries in the window, at least, while other links have none")
            .count("errors", "10", "errors in the window, at least")
            .count("symbols", "1000", "symbol errors in the window, at least: most are corrected")
            .count("times", "10", "so many times more errors than on most other links")
            .holding("0s", "10m")
            .onGroups(DegradedLinks::check)
            .says(
                    "NVLink {link} of {gpu} {has|have each} had {gained} in {window}, {contrast}.",
                    "{gpu} 的 NVLink {link} 在 {window}内发生 {gained}，{contrast}。")
            .because(
                    "{lately} in the last 10 min, {sinceSeen} since it was seen first {seen} ago; the counter"
                            + " is at {count}."
                            + " {neighbours}.",
                    "最近 10 分钟 {lately}，自首次观测（{seen}前）以来 {sinceSeen}，计数器现为 {count}。{neighbours}。")
            .advising(
                    "Such a link may fail and take the GPUs along: plan to reseat or replace the part, and save"
                            + " checkpoints.",
                    "此类链路可能失效并影响所有 GPU：请安排重新插拔或更换部件，并保存检查点。")
            .passing("No NVLink gathers errors unlike its neighbours", "没有错误异常增长的 NVLink");

    static final Rule LINK_DOWN = rule("link-down", WARNING)
            .needing(NVLINK_LINKS)
            .holding("30s", "1m")
            .onGroups(DegradedLinks::checkStates)
            .says(
                    "{links} of {gpu} {are} down, {up} of {its|their} links are up.",
                    "{gpu} 的 {links} 已断开，其余 {up} 条链路正常。")
            .because(
                    "A link that was up before is down; its share of the bandwidth between GPUs is missing.",
                    "此前正常的链路已断开，GPU 之间的相应带宽缺失。")
            .advising(
                    "Look for NVLink messages in the kernel log; reset the GPU when its work is done, then check bridge"
                            + " and slot.",
                    "请查看内核日志中的 NVLink 消息；待任务结束后重置 GPU，然后检查桥接器与插槽。")
            .passing("Every NVLink that was up is up", "所有曾连接的 NVLink 均正常");

    static final Rule GPU_MISSING = rule("gpu-missing", CRITICAL)
            .needing(HOST_GPUS_ON_BUS)
            .holding("2m", "2m")
            .onMachine(MissingGpus::check)
            .says("The PCI bus shows {bus}, the driver only {told}.", "PCI 总线上有 {bus}，驱动只报告 {told} 块。")
            .because(
                    "{missing} of them cannot be used: the driver has not started them, or has given them up.",
                    "其中 {missing} 块无法使用：驱动未能启动或已放弃它们。")
            .advising(
                    "Look for NVRM messages in the kernel log (dmesg), then reset or" + " reboot.",
                    "请查看内核日志（dmesg）中的 NVRM 消息，然后重置或重启。")
            .passing("The driver tells of every GPU on the bus", "驱动报告了总线上的所有 GPU");

    static final Rule GPU_LOST = rule("gpu-lost", CRITICAL)
            .holding("0s", "0s")
            .knownToTheLog()
            .onEachState(UnreachableGpus::lost)
            .says("{gpu} {what}, for {time}.", "{gpu} {what}，已持续 {time}。")
            .because("{detail}", "{detail}")
            .advising(Remedy.of(GpuState.LOST))
            .passing("Every GPU can be reached", "所有 GPU 均可访问");

    static final Rule GPU_STUCK = rule("gpu-stuck", CRITICAL)
            .holding("0s", "0s")
            .knownToTheLog()
            .onEachState(UnreachableGpus::stuck)
            .says("{gpu} {does|do} not answer, for {time}.", "{gpu} 无应答，已持续 {time}。")
            .because("A call to the driver has not returned. {detail}", "对驱动的调用尚未返回。{detail}")
            .advising(Remedy.of(GpuState.STUCK))
            .passing("Every GPU answers in time", "所有 GPU 均及时应答");

    static final Rule ERRORS_GROWING = rule("errors-growing", CRITICAL)
            .counting(ECC_UNCORRECTED_VOLATILE_TOTAL)
            .duration("window", "24h", "over which uncorrected errors are counted")
            .holding("0s", "1m")
            .knownToTheLog()
            .onEachGpu(MemoryFaults::check)
            .says("Memory of {gpu} needs attention: {what}.", "{gpu} 的显存需要处理：{what}。")
            .because("What was computed when an uncorrected error occurred cannot be trusted.", "发生未纠正错误时的计算结果不可信。")
            .advising(Remedy.DRAIN_AND_RESET)
            .passing("The driver tells of no new memory fault", "驱动未报告新的显存故障");

    static final Rule RECOVERY_ACTION = rule("recovery-action", WARNING)
            .needing(GPU_RECOVERY_ACTION)
            .holding("0s", "10s")
            .knownToTheLog()
            .onEachGpu((gpu) -> {
                long code = (long) gpu.value(GPU_RECOVERY_ACTION);
                RecoveryAction wanted = RecoveryAction.of(code).orElse(null);
                Phrase action = wanted == null
                        ? new Phrase("an action that gpulse does not know (" + code + ")", "gpulse 未知的操作（" + code + "）")
                        : new Phrase(wanted.words().en(), wanted.words().zh());
                return wanted == RecoveryAction.NONE
                        ? Verdict.CLEAR
                        : gpu.finding()
                                .as(wanted == null ? WARNING : wanted.severity())
                                .say("action", action)
                                .advising(wanted == null ? null : Phrase.of(wanted.sentence()))
                                .shows(GPU_RECOVERY_ACTION, new Phrase("action", "操作"), code);
            })
            .says("The driver asks to recover {gpu}: {action}.", "驱动要求恢复 {gpu}：{action}。")
            .because("It has met a fault that it cannot clear by itself.", "它遇到了自身无法清除的故障。")
            .advising(
                    "Save what can be saved of the work on it, and do that; the page of events shows the fault. Stop"
                            + " gpulse before a reset, since it keeps the GPU open.",
                    "请先保存其上的任务再执行该操作；事件页面会显示相应故障。gpulse 会占用该 GPU，重置前请先停止它。")
            .passing("The driver asks for no recovery of a GPU", "驱动未要求恢复任何 GPU");

    static final Rule XID = rule("xid", WARNING)
            .holding("0s", "0s")
            .knownToTheLog()
            .onEachState(ReportedFaults::check)
            .says("{gpu}{fault}{others}.", "{gpu}{fault}{others}。")
            .because(
                    "{meaning} Reported {count} within 24 h, the last {ago} ago; the driver was not loaded again"
                            + " since.",
                    "{meaning}24 小时内报告 {count}，最近一次在 {ago}前；此后驱动未重新加载。")
            .advising("See the table of Xids for the number.", "请按编号查阅 Xid 表。")
            .passing("The driver has reported no fault", "驱动未报告故障");

    private FaultRules() {}
}
