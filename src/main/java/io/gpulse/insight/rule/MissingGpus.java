package io.gpulse.insight.rule;

import static io.gpulse.metric.Metric.HOST_GPUS_ON_BUS;

import io.gpulse.metric.Unit;
import java.util.List;

/** GPUs that the PCI bus shows and the driver does not. */
final class MissingGpus {

    private MissingGpus() {}

    static void check(MachineCase machine, CheckResult result) {
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
            result.add(machine.finding("machine", List.of())
                    .say("bus", Phrases.count((long) onBus, "NVIDIA GPU", "NVIDIA GPUs", " 块 NVIDIA GPU"))
                    .say("told", Phrases.count(told))
                    .say("missing", Phrases.count(onBus - told))
                    .shows(HOST_GPUS_ON_BUS, new Phrase("on the bus", "总线上"), onBus)
                    .shows(new Phrase("told by the driver", "驱动报告"), told, Unit.NONE));
        }
    }
}
