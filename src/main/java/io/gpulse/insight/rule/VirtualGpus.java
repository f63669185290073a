package io.gpulse.insight.rule;

import io.gpulse.metric.Metric;
import java.util.List;

/** Virtual GPUs of a guest. */
final class VirtualGpus {

    private static final int VIRTUAL = 2;
    private static final List<Metric> LICENSE = List.of(Metric.VIRTUALIZATION_MODE, Metric.VGPU_LICENSE_STATUS);

    private VirtualGpus() {}

    /** Checks for a license, which a whole GPU does not need. */
    static Verdict unlicensed(GpuRuleContext gpu) {
        double mode = gpu.value(Metric.VIRTUALIZATION_MODE);
        if (!Double.isNaN(mode) && mode != VIRTUAL) {
            return Verdict.CLEAR;
        }
        double license = gpu.value(Metric.VGPU_LICENSE_STATUS);
        if (Double.isNaN(mode) || Double.isNaN(license)) {
            return Absences.of(gpu.gpu(), LICENSE)
                    .<Verdict>map(Verdict.Unknown::new)
                    .orElse(Verdict.CLEAR);
        }
        return license == 0 ? gpu.finding() : Verdict.CLEAR;
    }
}
