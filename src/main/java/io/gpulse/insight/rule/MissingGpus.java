package io.gpulse.insight.rule;

import static io.gpulse.metric.Metric.HOST_GPUS_ON_BUS;

import io.gpulse.device.SourceKind;
import io.gpulse.event.Severity;
import io.gpulse.metric.Unit;
import java.util.List;

/** GPUs that the PCI bus shows and the driver does not. */
final class MissingGpus {

    private static final Phrase NO_DRIVER = new Phrase(
            "No driver answers: a reset does not help. Install a driver that supports the GPU; old ones need a legacy"
                    + " driver. /api/v1/status says what was checked.",
            "没有驱动应答，重置无济于事。请安装支持该 GPU 的驱动；较旧的 GPU 需要旧版（legacy）驱动。/api/v1/status 列出了检查结果。");

    private static final Phrase NEVER_LISTED_CAUSE = new Phrase(
            "{missing} of them were not listed since gpulse started: the driver does not support them, leaves them out,"
                    + " or could not start them.",
            "其中 {missing} 块自 gpulse 启动以来从未被驱动列出：驱动不支持、已排除或未能启动它们。");

    private static final Phrase NEVER_LISTED = new Phrase(
            "Look for NVRM messages in the kernel log (dmesg). If the driver does not support the GPU, install the"
                    + " driver of its generation, or switch this rule off: a reset does not help. Otherwise reboot.",
            "请查看内核日志（dmesg）中的 NVRM 消息。若驱动不支持该 GPU，请安装对应代次的驱动或关闭此规则，重置无济于事；否则请重启。");

    private MissingGpus() {}

    /** What was listed before may come back by a reset; what never was may need another driver. */
    private static Finding explained(HostRuleContext machine, Finding finding) {
        if (machine.window().latest().source().kind() == SourceKind.NONE) {
            return finding.as(Severity.WARNING)
                    .because(Phrase.of(
                            String.valueOf(machine.window().latest().source().reason())))
                    .advising(NO_DRIVER);
        }
        boolean listed =
                machine.window().mostListed() > machine.window().latest().gpus().size();
        return listed
                ? finding
                : finding.as(Severity.WARNING).because(NEVER_LISTED_CAUSE).advising(NEVER_LISTED);
    }

    static void check(HostRuleContext machine, CheckResult result) {
        if (machine.window().latest().source().simulated()) {
            result.unchecked(new Phrase("the GPUs are simulated", "GPU 为模拟数据"));
            return;
        }
        if (!machine.window().looksForGpus()) {
            result.unchecked(
                    new Phrase("gpulse is configured to sample no GPUs (gpulse.source)", "已配置为不采样 GPU（gpulse.source）"));
            return;
        }
        double onBus = machine.host(HOST_GPUS_ON_BUS);
        int told = machine.window().latest().gpus().size();
        if (onBus > told) {
            result.add(explained(machine, machine.finding("machine", List.of()))
                    .say("bus", Phrases.count((long) onBus, "NVIDIA GPU", "NVIDIA GPUs", " 块 NVIDIA GPU"))
                    .say("told", Phrases.count(told))
                    .say("missing", Phrases.count(onBus - told))
                    .shows(HOST_GPUS_ON_BUS, new Phrase("on the bus", "总线上"), onBus)
                    .shows(new Phrase("told by the driver", "驱动报告"), told, Unit.NONE));
        }
    }
}
