package io.gpulse.insight.rule;

import static io.gpulse.event.message.Messages.text;

import io.gpulse.metric.Metric;
import java.util.Map;

/** GPUs at work whose PCIe link has fewer lanes, or a lower generation, than it could have. */
final class NarrowLinks {

    /** P-states up to this one are those of work. */
    private static final int AWAKE = 2;

    /** Virtualization modes of a GPU that a virtual machine has, whole or in part. */
    private static final int PASSED_THROUGH = 1;

    private static final int PART = 2;

    private NarrowLinks() {}

    static Verdict check(GpuRuleContext gpu) {
        long lanes = rounded(gpu, Metric.PCIE_WIDTH_CURRENT);
        long generation = rounded(gpu, Metric.PCIE_GEN_CURRENT);
        if (lanes >= rounded(gpu, Metric.PCIE_WIDTH_MAX) && generation >= rounded(gpu, Metric.PCIE_GEN_MAX)) {
            return Verdict.CLEAR;
        }
        if (!isAwake(gpu)) {
            return Verdict.unknown("rule.narrow-link.asleep");
        }
        double mode = gpu.value(Metric.VIRTUALIZATION_MODE);
        if (mode == PASSED_THROUGH || mode == PART) {
            return Verdict.unknown("rule.narrow-link.guest");
        }
        return switch (gpu.mounting()) {
            case LAPTOP -> Verdict.unknown("rule.narrow-link.laptop");
            case INTEGRATED -> Verdict.unknown("rule.narrow-link.soldered");
            case MODULE ->
                finding(gpu)
                        .withCause(text("rule.narrow-link.cause.module"))
                        .withAdvice(text("rule.narrow-link.advice.module"));
            case CARD -> finding(gpu);
        };
    }

    /** Returns whether the link is at work; without a P-state, the load alone shows it. */
    private static boolean isAwake(GpuRuleContext gpu) {
        return gpu.mean(Metric.UTILIZATION_GPU, "window") >= gpu.threshold("load")
                && !(gpu.value(Metric.PSTATE) > AWAKE);
    }

    private static Finding finding(GpuRuleContext gpu) {
        long lanes = rounded(gpu, Metric.PCIE_WIDTH_CURRENT);
        long most = rounded(gpu, Metric.PCIE_WIDTH_MAX);
        long generation = rounded(gpu, Metric.PCIE_GEN_CURRENT);
        long highest = rounded(gpu, Metric.PCIE_GEN_MAX);
        String narrow = generation < highest ? "lanes-and-generation" : "lanes";
        String what = lanes >= most ? "generation" : narrow;
        return gpu.finding()
                .because(what)
                .put(
                        "link",
                        text(
                                "rule.narrow-link." + what,
                                Map.of("lanes", lanes, "most", most, "generation", generation, "highest", highest)))
                .shows(Metric.PCIE_WIDTH_CURRENT, "evidence.lanes", lanes)
                .shows(Metric.PCIE_WIDTH_MAX, "evidence.most-lanes", most)
                .shows(Metric.PCIE_GEN_CURRENT, "evidence.generation", generation)
                .shows(Metric.PCIE_GEN_MAX, "evidence.highest-generation", highest);
    }

    private static long rounded(GpuRuleContext gpu, Metric metric) {
        return Math.round(gpu.value(metric));
    }
}
