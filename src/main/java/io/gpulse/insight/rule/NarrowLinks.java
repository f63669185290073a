package io.gpulse.insight.rule;

import static io.gpulse.metric.Metric.PCIE_GEN_CURRENT;
import static io.gpulse.metric.Metric.PCIE_GEN_MAX;
import static io.gpulse.metric.Metric.PCIE_WIDTH_CURRENT;
import static io.gpulse.metric.Metric.PCIE_WIDTH_MAX;
import static io.gpulse.metric.Metric.PSTATE;
import static io.gpulse.metric.Metric.UTILIZATION_GPU;

import io.gpulse.metric.Metric;

/** GPUs whose PCIe link has fewer lanes than it could have, or is slower while they work. */
final class NarrowLinks {

    /** P-states up to this one are those of work. */
    private static final int AWAKE = 2;

    private static final Verdict ASLEEP = new Verdict.Unknown(
            new Phrase("an idle GPU lowers its link, so that its generation says nothing", "空闲 GPU 会降低链路速率，其代数无法说明问题"));

    private NarrowLinks() {}

    static Verdict check(Case gpu) {
        long lanes = rounded(gpu, PCIE_WIDTH_CURRENT);
        long most = rounded(gpu, PCIE_WIDTH_MAX);
        long generation = rounded(gpu, PCIE_GEN_CURRENT);
        long highest = rounded(gpu, PCIE_GEN_MAX);
        boolean narrow = lanes < most;
        boolean slow = generation < highest;
        boolean awake = isAwake(gpu);
        if (!narrow && !slow) {
            return Verdict.CLEAR;
        }
        if (!narrow && !awake) {
            return ASLEEP;
        }
        Phrase ofLanes = new Phrase("×" + lanes + " of ×" + most + " PCIe lanes", "×" + lanes + "（最大 ×" + most + "）");
        String zh = "第 " + generation + " 代（最高第 " + highest + " 代）";
        Phrase link = !narrow
                ? new Phrase("PCIe generation " + generation + " of " + highest, zh)
                : slow && awake
                        ? ofLanes.then(new Phrase(", generation " + generation + " of " + highest, "，" + zh))
                        : ofLanes;
        return gpu.finding()
                .say("link", link)
                .shows(PCIE_WIDTH_CURRENT, new Phrase("lanes", "通道数"), lanes)
                .shows(PCIE_WIDTH_MAX, new Phrase("most lanes", "最大通道数"), most)
                .shows(PCIE_GEN_CURRENT, new Phrase("generation", "代数"), generation)
                .shows(PCIE_GEN_MAX, new Phrase("highest generation", "最高代数"), highest);
    }

    /** Where the driver tells of no P-state, the load alone says that the link is not asleep. */
    private static boolean isAwake(Case gpu) {
        return gpu.mean(UTILIZATION_GPU, "window") >= gpu.threshold("load") && !(gpu.value(PSTATE) > AWAKE);
    }

    private static long rounded(Case gpu, Metric metric) {
        return Math.round(gpu.value(metric));
    }
}
