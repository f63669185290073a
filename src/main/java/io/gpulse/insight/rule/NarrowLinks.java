package io.gpulse.insight.rule;

import static io.gpulse.metric.Metric.PCIE_GEN_CURRENT;
import static io.gpulse.metric.Metric.PCIE_GEN_MAX;
import static io.gpulse.metric.Metric.PCIE_WIDTH_CURRENT;
import static io.gpulse.metric.Metric.PCIE_WIDTH_MAX;
import static io.gpulse.metric.Metric.PSTATE;
import static io.gpulse.metric.Metric.UTILIZATION_GPU;
import static io.gpulse.metric.Metric.VIRTUALIZATION_MODE;

import io.gpulse.metric.Metric;

/** GPUs whose PCIe link has fewer lanes than it could have, or is slower, while they work. */
final class NarrowLinks {

    /** P-states up to this one are those of work. */
    private static final int AWAKE = 2;

    private static final Verdict ASLEEP = new Verdict.Unknown(
            new Phrase("an idle GPU narrows and slows its link to save power", "空闲 GPU 会降低链路宽度与速率以省电"));

    private static final Verdict GUEST =
            new Verdict.Unknown(new Phrase("a virtual machine does not see the slot as it is", "虚拟机中看到的插槽并非真实情况"));

    private static final Verdict OF_LAPTOP = new Verdict.Unknown(
            new Phrase("the GPU of a laptop is soldered, with the lanes that it has", "笔记本 GPU 为焊接，通道数固定"));

    private static final Verdict INTEGRATED =
            new Verdict.Unknown(new Phrase("the GPU is soldered, with the lanes that it has", "GPU 为焊接，通道数固定"));

    private static final Phrase CAUSE_OF_MODULE = new Phrase(
            "The link carries less in each direction than the GPU can, which slows down copies from and to the host.",
            "链路带宽低于 GPU 所能达到的值，主机与 GPU 之间的拷贝会变慢。");

    private static final Phrase ADVICE_OF_MODULE = new Phrase(
            "{This GPU is a module|These GPUs are modules} of the server: reboot at the next stop, check BIOS and"
                    + " firmware, and contact the vendor if the link stays so.",
            "该 GPU 为服务器模块：请在下次停机时重启，检查 BIOS 与固件；若仍如此，请联系供应商。");

    /** Virtualization modes of a GPU that a virtual machine has, whole or in part. */
    private static final int PASSED_THROUGH = 1;

    private static final int PART = 2;

    private NarrowLinks() {}

    static Verdict check(GpuRuleContext gpu) {
        long lanes = rounded(gpu, PCIE_WIDTH_CURRENT);
        long most = rounded(gpu, PCIE_WIDTH_MAX);
        long generation = rounded(gpu, PCIE_GEN_CURRENT);
        long highest = rounded(gpu, PCIE_GEN_MAX);
        if (lanes >= most && generation >= highest) {
            return Verdict.CLEAR;
        }
        if (!isAwake(gpu)) {
            return ASLEEP;
        }
        if (isOfGuest(gpu)) {
            return GUEST;
        }
        return switch (gpu.mounting()) {
            case LAPTOP -> OF_LAPTOP;
            case INTEGRATED -> INTEGRATED;
            case MODULE -> finding(gpu).because(CAUSE_OF_MODULE).advising(ADVICE_OF_MODULE);
            case CARD -> finding(gpu);
        };
    }

    private static Finding finding(GpuRuleContext gpu) {
        long lanes = rounded(gpu, PCIE_WIDTH_CURRENT);
        long most = rounded(gpu, PCIE_WIDTH_MAX);
        long generation = rounded(gpu, PCIE_GEN_CURRENT);
        long highest = rounded(gpu, PCIE_GEN_MAX);
        return gpu.finding()
                .say("link", link(gpu))
                .shows(PCIE_WIDTH_CURRENT, new Phrase("lanes", "通道数"), lanes)
                .shows(PCIE_WIDTH_MAX, new Phrase("most lanes", "最大通道数"), most)
                .shows(PCIE_GEN_CURRENT, new Phrase("generation", "代数"), generation)
                .shows(PCIE_GEN_MAX, new Phrase("highest generation", "最高代数"), highest);
    }

    /** Where the driver tells of no P-state, the load alone says that the link is not asleep. */
    private static boolean isAwake(GpuRuleContext gpu) {
        return gpu.mean(UTILIZATION_GPU, "window") >= gpu.threshold("load") && !(gpu.value(PSTATE) > AWAKE);
    }

    private static Phrase link(GpuRuleContext gpu) {
        long lanes = rounded(gpu, PCIE_WIDTH_CURRENT);
        long most = rounded(gpu, PCIE_WIDTH_MAX);
        long generation = rounded(gpu, PCIE_GEN_CURRENT);
        long highest = rounded(gpu, PCIE_GEN_MAX);
        Phrase ofLanes = new Phrase("×" + lanes + " of ×" + most + " PCIe lanes", "×" + lanes + "（最大 ×" + most + "）");
        String zh = "第 " + generation + " 代（最高第 " + highest + " 代）";
        if (lanes >= most) {
            return new Phrase("PCIe generation " + generation + " of " + highest, zh);
        }
        return generation < highest
                ? ofLanes.then(new Phrase(", generation " + generation + " of " + highest, "，" + zh))
                : ofLanes;
    }

    private static boolean isOfGuest(GpuRuleContext gpu) {
        double mode = gpu.value(VIRTUALIZATION_MODE);
        return mode == PASSED_THROUGH || mode == PART;
    }

    private static long rounded(GpuRuleContext gpu, Metric metric) {
        return Math.round(gpu.value(metric));
    }
}
