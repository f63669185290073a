package io.gpulse.insight.rule;

import static io.gpulse.metric.Metric.PCIE_GEN_CURRENT;
import static io.gpulse.metric.Metric.PCIE_GEN_MAX;
import static io.gpulse.metric.Metric.PCIE_WIDTH_CURRENT;
import static io.gpulse.metric.Metric.PCIE_WIDTH_MAX;
import static io.gpulse.metric.Metric.PSTATE;
import static io.gpulse.metric.Metric.UTILIZATION_GPU;
import static io.gpulse.metric.Metric.VIRTUALIZATION_MODE;

import io.gpulse.device.GpuIdentity;
import io.gpulse.metric.Metric;
import java.util.regex.Pattern;

/** GPUs whose PCIe link has fewer lanes than it could have, or is slower, while they work. */
final class NarrowLinks {

    /** P-states up to this one are those of work. */
    private static final int AWAKE = 2;

    private static final Verdict ASLEEP = new Verdict.Unknown(
            new Phrase("an idle GPU narrows and slows its link to save power", "空闲 GPU 会降低链路宽度与速率以省电"));

    private static final Verdict GUEST =
            new Verdict.Unknown(new Phrase("a virtual machine does not see the slot as it is", "虚拟机中看到的插槽并非真实情况"));

    private static final Verdict SOLDERED = new Verdict.Unknown(
            new Phrase("the GPU of a laptop is soldered, with the lanes that it has", "笔记本 GPU 为焊接，通道数固定"));

    /** Virtualization modes of a GPU that a virtual machine has, whole or in part. */
    private static final int PASSED_THROUGH = 1;

    private static final int PART = 2;

    private static final Pattern MOBILE = Pattern.compile("Laptop GPU|with Max-Q|Mobile");

    private NarrowLinks() {}

    static Verdict check(Case gpu) {
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
        if (isOfGuest(gpu) || isOfLaptop(gpu)) {
            return isOfGuest(gpu) ? GUEST : SOLDERED;
        }
        return gpu.finding()
                .say("link", link(gpu))
                .shows(PCIE_WIDTH_CURRENT, new Phrase("lanes", "通道数"), lanes)
                .shows(PCIE_WIDTH_MAX, new Phrase("most lanes", "最大通道数"), most)
                .shows(PCIE_GEN_CURRENT, new Phrase("generation", "代数"), generation)
                .shows(PCIE_GEN_MAX, new Phrase("highest generation", "最高代数"), highest);
    }

    /** Where the driver tells of no P-state, the load alone says that the link is not asleep. */
    private static boolean isAwake(Case gpu) {
        return gpu.mean(UTILIZATION_GPU, "window") >= gpu.threshold("load") && !(gpu.value(PSTATE) > AWAKE);
    }

    private static Phrase link(Case gpu) {
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

    private static boolean isOfGuest(Case gpu) {
        double mode = gpu.value(VIRTUALIZATION_MODE);
        return mode == PASSED_THROUGH || mode == PART;
    }

    private static boolean isOfLaptop(Case gpu) {
        GpuIdentity identity = gpu.gpu().sample().identity();
        return identity != null && MOBILE.matcher(identity.name()).find();
    }

    private static long rounded(Case gpu, Metric metric) {
        return Math.round(gpu.value(metric));
    }
}
